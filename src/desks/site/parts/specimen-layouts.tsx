import type { ReactNode } from 'react';
import { AdminHeader } from '#shell/admin-header.tsx';
import { AgencyFooter, AgencyHeader } from '#shell/layout-agency.tsx';
import { IndividualFooter, IndividualHeader } from '#shell/layout-individual.tsx';
import { Row, Specimen } from './specimen.tsx';

const claire = { firstName: 'Claire', email: 'claire@demo.vigie.test' };
const agency = { name: 'Cabinet du Castellas', ownerReference: 'castellas' };
const nothing = () => {};

/** Wide bars shown in a frame that scrolls, as a narrow page would not hold them. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-card border border-ardoise-200 *:data-site:rounded-card *:data-site:border-b-0 *:data-site:mt-0">
      {children}
    </div>
  );
}

export function SpecimenLayouts() {
  return (
    <>
      <Specimen
        id="entetes"
        title="En-têtes"
        rule="À la lettre de la spécification ; une page qui n’existe pas encore n’y figure pas."
      >
        <Row name="Particulier, anonyme" stack>
          <Frame>
            <IndividualHeader user={null} />
          </Frame>
        </Row>
        <Row name="Particulier, connecté" stack>
          <Frame>
            <IndividualHeader user={claire} onSignOut={nothing} />
          </Frame>
        </Row>
        <Row name="Agence, anonyme" stack>
          <Frame>
            <AgencyHeader agency={null} />
          </Frame>
        </Row>
        <Row name="Agence, connectée" stack>
          <Frame>
            <AgencyHeader agency={agency} counts={{ leads: 128, notifications: 12 }} onSignOut={nothing} />
          </Frame>
        </Row>
        <Row name="Administration" stack>
          <Frame>
            <AdminHeader admin={{ username: 'garde' }} onSignOut={nothing} />
          </Frame>
        </Row>
      </Specimen>
      <Specimen id="pieds" title="Pieds de page">
        <Row name="Particulier" stack>
          <Frame>
            <IndividualFooter user={null} origin="http://localhost:3000" />
          </Frame>
        </Row>
        <Row name="Agence" stack>
          <Frame>
            <AgencyFooter />
          </Frame>
        </Row>
      </Specimen>
    </>
  );
}
