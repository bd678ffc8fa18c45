import { Form } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { refuse } from '#browser/checked-form.ts';
import { toast } from '#browser/toasts.ts';
import type { AnswerOf } from '#contract/call.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { MAIL_WORDS_DAYS } from '#rooms/mail/contract.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { AsideAddresses, RestoreTyped } from '../parts/aside-addresses.tsx';
import { MailFile } from '../parts/mail-file.tsx';
import { MailList } from '../parts/mail-list.tsx';
import {
  type AsideFilters,
  type AsideReason,
  adminMailCall,
  adminMailsCall,
  adminMailsCsvCall,
  asideAddressesCall,
  asideAddressesCsvCall,
  asideWords,
  type MailFate,
  type MailWords,
  mailFates,
  mailKinds,
  type ReadMail,
  restoreAddressesCall,
} from '../sent-mails.ts';
import type { Route } from './+types/mails.ts';

const TITLE = 'Courriels';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** The filters of the address; a word that means nothing is left out. */
function wordsIn(search: URLSearchParams): MailWords {
  const [personne, agence, genre, etat] = ['personne', 'agence', 'genre', 'etat'].map(
    (name) => search.get(name)?.trim() ?? '',
  );
  return {
    ...(personne ? { personne } : {}),
    ...(agence ? { agence } : {}),
    ...(genre && /^[a-z-]{1,40}$/.test(genre) ? { genre } : {}),
    ...(etat && Object.hasOwn(mailFates, etat) ? { etat: etat as MailFate } : {}),
  };
}

function asideIn(search: URLSearchParams): AsideFilters {
  const personne = search.get('personne')?.trim();
  const motif = search.get('motif') ?? '';
  return {
    ...(personne ? { personne } : {}),
    ...(Object.hasOwn(asideWords, motif) ? { motif: motif as AsideReason } : {}),
  };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const quiet = { quiet: true };
  return readAsAdmin(request, async () => {
    if (search.get('vue') === 'ecartees') {
      const filters = asideIn(search);
      const apres = search.get('apres');
      const query = { ...filters, ...(apres ? { apres } : {}) };
      const { data } = await callApi(asideAddressesCall, { query }, quiet);
      return { vue: 'ecartees' as const, ...data, filters };
    }
    const words = wordsIn(search);
    const apres = Number(search.get('apres')) || undefined;
    const id = search.get('courriel');
    const [{ data }, opened] = await Promise.all([
      callApi(adminMailsCall, { query: { ...words, ...(apres ? { apres } : {}) } }, quiet),
      id ? callApi(adminMailCall, { params: { id } }, quiet) : null,
    ]);
    return { vue: 'courriels' as const, ...data, words, apres, mail: opened?.data.mail ?? null };
  });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as { emails?: readonly string[]; email?: string; reason?: string };
  const emails = asked.emails ?? [asked.email?.trim() ?? ''];
  if (emails.some((email) => !email.includes('@')))
    return refuse({ failure: 'Donnez une adresse entière, par exemple claire@exemple.fr.' });
  return writeAsAdmin(request, async () => {
    const body = { emails: [...emails], reason: asked.reason ?? '' };
    const { data } = await callApi(restoreAddressesCall, { body }, { quiet: true });
    const { restored, others } = data;
    if (restored.length > 0)
      toast({
        title: formatCount(restored.length, 'adresse remise en service', 'adresses remises en service'),
      });
    // Nothing was to be done for these: the dialog says so, in place of an act that there was not.
    if (restored.length === 0)
      return { failure: `Rien ne retenait les courriels vers ${others.join(', ')}.` };
    return data;
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

const choices = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: 'Tous' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

/** The page with these words; those that are not said are left out. */
function addressWith(words: Readonly<Record<string, string | number | undefined>>): string {
  const said = Object.entries(words).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return said.length > 0 ? `${paths.adminMails()}?${new URLSearchParams(said)}` : paths.adminMails();
}

const below = (address: string) => address.replace(/^\/api/, '') as `/admin/${string}`;

export default function AdminMails({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const aside = loaderData.vue === 'ecartees';
  return (
    <AdminPage
      title={TITLE}
      lead={`Tout ce que le produit envoie, tel qu’il est parti, et ce que chaque courriel est devenu. Les textes sont gardés ${MAIL_WORDS_DAYS} jours, les lignes un an.`}
      actions={
        loaderData.vue === 'ecartees' ? (
          <>
            <RestoreTyped />
            <CsvButton
              address={below(addressOf(asideAddressesCsvCall, { query: loaderData.filters }))}
              fileName="adresses-mises-de-cote.csv"
            />
          </>
        ) : (
          <CsvButton
            address={below(addressOf(adminMailsCsvCall, { query: loaderData.words }))}
            fileName="courriels.csv"
          />
        )
      }
    >
      <TabLinks
        label="Listes de courriels"
        tabs={[
          { label: 'Courriels', to: paths.adminMails(), current: !aside },
          { label: 'Adresses mises de côté', to: addressWith({ vue: 'ecartees' }), current: aside },
        ]}
      />
      {loaderData.vue === 'ecartees' ? <Aside shown={loaderData} /> : <Mails shown={loaderData} />}
    </AdminPage>
  );
}

type AsideShown = AnswerOf<typeof asideAddressesCall> & { readonly filters: AsideFilters };

function Aside({ shown: { addresses, next, filters } }: { shown: AsideShown }) {
  const { personne = '', motif = '' } = filters;
  return (
    <>
      <Form className="my-4 flex flex-wrap items-end gap-3" key={`${personne} ${motif}`}>
        <input type="hidden" name="vue" value="ecartees" />
        <Field label="Adresse entière" reserve={false}>
          {(control) => <TextInput {...control} type="search" name="personne" defaultValue={personne} />}
        </Field>
        <Field label="Pourquoi" reserve={false}>
          {(control) => (
            <Select {...control} name="motif" defaultValue={motif} options={choices(asideWords)} />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
      </Form>
      <AsideAddresses addresses={addresses} />
      {next !== null && (
        <p className="mt-4">
          <TextLink to={addressWith({ vue: 'ecartees', ...filters, apres: next })}>
            Adresses plus anciennes
          </TextLink>
        </p>
      )}
    </>
  );
}

type MailsShown = AnswerOf<typeof adminMailsCall> & {
  readonly words: MailWords;
  /** Where the page begins; undefined: with the newest. */
  readonly apres: number | undefined;
  /** The one that is open. */
  readonly mail: ReadMail | null;
};

function Mails({ shown }: { shown: MailsShown }) {
  const { mails, agency, next, words, apres, mail } = shown;
  const { personne = '', agence = '', genre = '', etat = '' } = words;
  return (
    <>
      <Form
        className={`my-4 flex flex-wrap items-end gap-3 ${mail ? 'max-lg:hidden' : ''}`}
        key={`${personne} ${agence} ${genre} ${etat}`}
      >
        <Field label="Adresse entière" reserve={false}>
          {(control) => <TextInput {...control} type="search" name="personne" defaultValue={personne} />}
        </Field>
        <Field label="Référence d’agence" reserve={false}>
          {(control) => (
            <TextInput {...control} type="search" name="agence" defaultValue={agence} maxLength={40} />
          )}
        </Field>
        <Field label="Genre" reserve={false}>
          {(control) => (
            <Select {...control} name="genre" defaultValue={genre} options={choices(mailKinds)} />
          )}
        </Field>
        <Field label="État" reserve={false}>
          {(control) => <Select {...control} name="etat" defaultValue={etat} options={choices(mailFates)} />}
        </Field>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
      </Form>
      {agence !== '' && (
        <div className="mb-4">
          {agency === null ? (
            <Notice tone="warning">Aucune agence n’a la référence {agence}.</Notice>
          ) : (
            <p>
              Courriels à <TextLink to={paths.adminAgency({ id: agency.id })}>{agency.name}</TextLink>
              {agency.addresses.length > 0
                ? `, aux adresses ${agency.addresses.join(', ')}.`
                : ', qui n’a aucune adresse.'}
            </p>
          )}
        </div>
      )}
      <div className={mail ? 'grid gap-6 lg:grid-cols-2' : ''}>
        <div className={`min-w-0 ${mail ? 'max-lg:hidden' : ''}`}>
          <MailList
            mails={mails}
            open={mail?.id ?? null}
            hrefOf={(id) => addressWith({ ...words, apres, courriel: id })}
          />
          {next !== null && (
            <p className="mt-4">
              <TextLink to={addressWith({ ...words, apres: next })}>Courriels plus anciens</TextLink>
            </p>
          )}
        </div>
        {mail && (
          <div className="min-w-0">
            <p className="mt-4 mb-3 lg:mt-0">
              <TextLink to={addressWith({ ...words, apres })}>Fermer ce courriel</TextLink>
            </p>
            <MailFile key={mail.id} mail={mail} />
          </div>
        )}
      </div>
    </>
  );
}
