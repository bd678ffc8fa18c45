import { BellPlus, Eye, Heart, Search, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button, ButtonLink, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { ErrorSummary } from '#ui/notice.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';
import { RadioGroup, Segmented } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { Row, Specimen } from './specimen.tsx';

const variants = [
  ['primary', 'Rechercher'],
  ['secondary', 'Tous les filtres'],
  ['quiet', 'Tout effacer'],
  ['destructive', 'Supprimer l’alerte'],
  ['beam', 'Créer cette alerte'],
] as const;

export function SpecimenForms() {
  return (
    <>
      <Buttons />
      <Fields />
      <Specimen
        id="choix"
        title="Choix"
        rule="Les consentements arrivent décochés ; toute la ligne se touche."
      >
        <div className="grid gap-x-12 gap-y-4 md:grid-cols-2">
          <div>
            <Checkbox label="Recevoir aussi les baisses de prix" defaultChecked />
            <Checkbox label="Offres de nos partenaires" hint="Deux e-mails par mois au plus." />
            <Checkbox
              label="J’accepte les conditions d’utilisation"
              error="Cochez cette case pour continuer."
            />
            <Checkbox label="Alertes de nuit" disabled />
            <Checkbox label="Avec ascenseur" disabled defaultChecked />
          </div>
          <RadioGroup
            legend="Fréquence"
            name="frequence"
            defaultValue="immediat"
            hint="Vous la changerez quand vous voudrez."
            choices={[
              { value: 'immediat', label: 'Dès qu’une annonce paraît' },
              { value: 'jour', label: 'Une fois par jour', hint: 'Vers 8 h, si quelque chose est arrivé.' },
              { value: 'semaine', label: 'Une fois par semaine', disabled: true },
            ]}
          />
        </div>
        <Row name="Choix côte à côte">
          <Segmented
            legend="Projet"
            name="projet"
            defaultValue="achat"
            choices={[
              { value: 'achat', label: 'Acheter' },
              { value: 'location', label: 'Louer' },
              { value: 'neuf', label: 'Neuf' },
            ]}
          />
        </Row>
      </Specimen>
      <Specimen
        id="lieu"
        title="Lieu"
        rule="Un champ de texte ordinaire, que les suggestions rejoignent quand le navigateur souffle ; sans JavaScript, le texte part tel quel."
      >
        <div className="grid gap-x-8 gap-y-2 md:grid-cols-2">
          <PlaceCombobox
            label="Où cherchez-vous ?"
            name="lieu"
            slugName="lieux"
            placeholder="Ville ou code postal"
            hint="Essayez « ni », « paris », ou « panne » pour voir l’échec."
            suggest={suggestSample}
          />
          <PlaceCombobox
            label="Une ville déjà choisie"
            name="lieu2"
            slugName="lieux2"
            defaultText="Nîmes"
            defaultSlug="nimes-30000"
            hint="La croix efface et rend la main."
            suggest={suggestSample}
          />
          <PlaceCombobox
            label="Une ville inconnue"
            name="lieu3"
            slugName="lieux3"
            defaultText="Nimportou"
            error="Aucune commune ne porte ce nom."
            suggest={suggestSample}
          />
        </div>
      </Specimen>
    </>
  );
}

function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <Specimen
      id="boutons"
      title="Boutons et liens"
      rule="L’ambre est réservé à ce qui lance une surveillance."
    >
      <Row name="Variantes">
        {variants.map(([variant, words]) => (
          <Button key={variant} variant={variant}>
            {words}
          </Button>
        ))}
      </Row>
      <Row name="Désactivées">
        {variants.map(([variant, words]) => (
          <Button key={variant} variant={variant} disabled>
            {words}
          </Button>
        ))}
      </Row>
      <Row name="Occupées : la largeur ne bouge pas">
        {variants.map(([variant, words]) => (
          <Button key={variant} variant={variant} busy>
            {words}
          </Button>
        ))}
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => {
            setBusy(true);
            setTimeout(() => setBusy(false), 1500);
          }}
        >
          Essayer
        </Button>
      </Row>
      <Row name="Tailles, icônes, lien d’allure bouton">
        <Button size="sm" variant="secondary">
          Petit
        </Button>
        <Button icon={<Search aria-hidden="true" className="size-5" />}>Moyen</Button>
        <Button size="lg" variant="beam" icon={<BellPlus aria-hidden="true" className="size-5" />}>
          Grand
        </Button>
        <ButtonLink to="#boutons" variant="secondary">
          Un lien
        </ButtonLink>
        <IconButton label="Ajouter aux favoris" icon={<Heart aria-hidden="true" className="size-5" />} />
        <IconButton
          floating
          label="Garder en favori"
          icon={<Heart aria-hidden="true" className="size-5" />}
        />
        <IconButton disabled label="Supprimer" icon={<Trash2 aria-hidden="true" className="size-5" />} />
      </Row>
      <p className="max-w-measure">
        Dans un texte, un lien se lit <TextLink to="#boutons">souligné, en couleur de phare</TextLink>, et un
        lien qui sort du site aussi :{' '}
        <OutsideLink href="https://www.georisques.gouv.fr">georisques.gouv.fr</OutsideLink>.
      </p>
    </Specimen>
  );
}

function Fields() {
  const summary = useRef<HTMLDivElement>(null);
  return (
    <Specimen
      id="champs"
      title="Champs"
      rule="Étiquette au-dessus, aide, champ, erreur. La ligne de l’erreur est réservée : le bouton ne fuit pas sous le doigt."
    >
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <Field label="Prénom" required>
          {(control) => <TextInput {...control} autoComplete="given-name" defaultValue="Claire" />}
        </Field>
        <Field label="Email" hint="Pour recevoir vos alertes, et rien d’autre." required>
          {(control) => <TextInput {...control} type="email" autoComplete="email" inputMode="email" />}
        </Field>
        <Field id="exemple-email" label="Email" error="Veuillez entrer un email valide" required>
          {(control) => <TextInput {...control} type="email" defaultValue="claire@" />}
        </Field>
        <Field label="Mot de passe" hint="Au moins 8 caractères, une majuscule, une minuscule et un chiffre.">
          {(control) => (
            <TextInput
              {...control}
              type="password"
              autoComplete="new-password"
              defaultValue="Vigie2026"
              after={
                <IconButton
                  label="Afficher le mot de passe"
                  icon={<Eye aria-hidden="true" className="size-5" />}
                />
              }
            />
          )}
        </Field>
        <Field label="Référence" optional>
          {(control) => <TextInput {...control} disabled defaultValue="VG-2041" />}
        </Field>
        <Field label="Logiciel" required>
          {(control) => (
            <Select
              {...control}
              defaultValue=""
              options={[
                { value: '', label: 'Choisir', disabled: true },
                { value: 'poliris', label: 'Poliris' },
                { value: 'apimo', label: 'Apimo' },
              ]}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <NumberField label="Prix minimum" name="prixMin" unit="€" />
          <NumberField label="Prix maximum" name="prixMax" unit="€" defaultValue={300000} />
        </div>
        <NumberField
          label="Surface"
          name="surfaceMin"
          unit="m²"
          error="La surface doit rester sous 1 000 m²."
          defaultValue={4200}
        />
        <Field label="Message" className="md:col-span-2" hint="De 10 à 1 000 caractères.">
          {(control) => (
            <TextArea {...control} defaultValue="Bonjour, cet appartement est-il toujours disponible ?" />
          )}
        </Field>
      </div>
      <Row name="En tête d’un formulaire refusé" stack>
        <ErrorSummary
          ref={summary}
          errors={[{ fieldId: 'exemple-email', message: 'Veuillez entrer un email valide' }]}
        />
      </Row>
    </Specimen>
  );
}

const places = [
  { slug: 'nimes-30000', label: 'Nîmes', detail: '30000 · Gard' },
  { slug: 'nice-06000', label: 'Nice', detail: '06000 · Alpes-Maritimes' },
  { slug: 'niort-79000', label: 'Niort', detail: '79000 · Deux-Sèvres' },
  { slug: 'paris-75000', label: 'Paris', detail: '75000 · Paris' },
  { slug: 'paris-11e-arrondissement-75011', label: 'Paris 11e', detail: '75011 · Paris' },
];

async function suggestSample(query: string) {
  if (query.startsWith('panne')) throw new Error('panne');
  await new Promise((resolve) => setTimeout(resolve, 150));
  const bare = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return places.filter(
    (place) => bare(place.label).startsWith(bare(query)) || place.detail.startsWith(query),
  );
}
