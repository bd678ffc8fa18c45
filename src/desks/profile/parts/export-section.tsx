import { useCheckedForm } from '#browser/checked-form.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Button } from '#ui/button.tsx';
import { Time } from '#ui/time.tsx';
import { exportSchema, type Profile, passwordSchema } from '../contract.ts';
import { ComeBack, mustComeBack, OwnPassword } from './proof.tsx';
import { Section } from './section.tsx';

export function ExportSection({ profile }: { profile: Profile }) {
  const own = useOwnForm('export');
  return (
    <Section
      id="donnees"
      lead="Un fichier avec tout ce que Vigie sait de vous&nbsp;: compte, alertes et ce qu’elles ont trouvé, favoris et notes, demandes, messages, courriels reçus. Au format JSON, que d’autres services savent lire."
    >
      {profile.lastExportAt && (
        <p className="text-small text-ardoise-600">
          Dernier téléchargement le <Time at={profile.lastExportAt} />.
        </p>
      )}
      {mustComeBack(profile) ? (
        <ComeBack section="donnees" google={profile.google} what="télécharger vos données" />
      ) : (
        <ExportForm key={own.round} own={own} asksPassword={profile.hasPassword && !profile.recentLogin} />
      )}
    </Section>
  );
}

function ExportForm({ own, asksPassword }: { own: ReturnType<typeof useOwnForm>; asksPassword: boolean }) {
  const { form, field, errorOf } = useCheckedForm({
    schema: (asksPassword ? passwordSchema : exportSchema) as never,
    defaults: { password: '' },
    refused: own.refused,
    send: own,
  });
  return (
    <form {...form} className="grid gap-2 sm:max-w-form">
      {asksPassword && <OwnPassword error={errorOf('password')} {...field('password')} />}
      <FormOutcome {...own} />
      <div className="mt-2">
        <Button type="submit" variant="secondary" busy={own.busy}>
          Télécharger mes données
        </Button>
      </div>
    </form>
  );
}
