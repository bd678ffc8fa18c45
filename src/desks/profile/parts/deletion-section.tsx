import { useCheckedForm } from '#browser/checked-form.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { ERASE_WORD, eraseWordSchema, type Profile, passwordSchema } from '../contract.ts';
import { OwnPassword } from './proof.tsx';
import { Section } from './section.tsx';

const goes = [
  'Votre compte, ses appareils et ses consentements',
  'Vos alertes et tout ce qu’elles ont trouvé',
  'Vos favoris, vos notes, vos annonces masquées ou vues',
  'Ce que vous avez écrit aux agences et à Vigie',
  'Les courriels envoyés à votre adresse',
] as const;

const stays = [
  'Chez chaque agence\u00a0: qu’une demande a été faite, sans votre nom, votre adresse ni vos mots',
  'Le courriel que l’agence a déjà reçu\u00a0: il est dans sa boîte, c’est à elle de l’effacer',
  'Si votre adresse refusait nos courriels\u00a0: une empreinte chiffrée, pour ne plus y écrire',
] as const;

export function DeletionSection({ profile }: { profile: Profile }) {
  const own = useOwnForm('delete');
  return (
    <Section
      id="suppression"
      lead="Tout de suite et pour de bon. Vous pourrez ouvrir un nouveau compte avec la même adresse."
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Listed title="Ce qui disparaît" lines={goes} />
        <Listed title="Ce qui reste" lines={stays} />
      </div>
      <div>
        <Dialog
          trigger={
            <Button variant="secondary" className="border-rouge-700! text-rouge-700! hover:bg-rouge-100!">
              Supprimer mon compte
            </Button>
          }
          title="Supprimer votre compte&nbsp;?"
          description="Vos alertes s’arrêtent à l’instant et rien ne pourra être retrouvé. Un dernier courriel vous le confirmera."
        >
          {profile.hasPassword ? <ByPassword own={own} /> : <ByWord own={own} />}
        </Dialog>
      </div>
    </Section>
  );
}

function Listed({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <div>
      <h3 className="font-text text-body font-bold tracking-normal">{title}</h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-ardoise-700">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

type Own = ReturnType<typeof useOwnForm>;

function ByPassword({ own }: { own: Own }) {
  const { form, field, errorOf } = useCheckedForm({
    schema: passwordSchema,
    defaults: { password: '' },
    refused: own.refused,
    send: own,
  });
  return (
    <form {...form} className="grid gap-2">
      <OwnPassword error={errorOf('password')} {...field('password')} />
      <Ending own={own} />
    </form>
  );
}

function ByWord({ own }: { own: Own }) {
  const { form, field, errorOf } = useCheckedForm({
    schema: eraseWordSchema,
    defaults: { confirmation: '' },
    refused: own.refused,
    send: own,
  });
  return (
    <form {...form} className="grid gap-2">
      <Field label={`Tapez ${ERASE_WORD} pour confirmer`} required error={errorOf('confirmation')}>
        {(control) => (
          <TextInput
            {...control}
            {...field('confirmation')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </Field>
      <Ending own={own} />
    </form>
  );
}

function Ending({ own }: { own: Own }) {
  return (
    <>
      <FormOutcome {...own} />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="secondary">Garder mon compte</Button>
        </DialogClose>
        <Button type="submit" variant="destructive" busy={own.busy}>
          Supprimer définitivement
        </Button>
      </div>
    </>
  );
}
