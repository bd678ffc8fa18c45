import { BellOff, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { Breadcrumb } from '#ui/breadcrumb.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Chip, ChipLink, RemovableChip } from '#ui/chip.tsx';
import { CounterBadge } from '#ui/counter-badge.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { TabLinks, Tabs } from '#ui/tabs.tsx';
import { Row, Specimen } from './specimen.tsx';

export function SpecimenNavigation() {
  const [search] = useSearchParams();
  const tab = search.get('onglet') ?? 'favoris';
  return (
    <>
      <Specimen
        id="parcours"
        title="Filtres, onglets, pages"
        rule="L’adresse porte l’état : chaque filtre, chaque page est un lien."
      >
        <Row name="Fil d’Ariane">
          <Breadcrumb
            crumbs={[
              { label: 'Accueil', href: '#parcours' },
              { label: 'Acheter à Nîmes', href: '#parcours' },
              { label: 'Appartements' },
            ]}
          />
        </Row>
        <Row name="Filtres">
          <ChipLink to="#parcours" selected>
            Acheter
          </ChipLink>
          <ChipLink to="#parcours">Jusqu’à 300 000 €</ChipLink>
          <Chip aria-expanded={false}>Tous les filtres (4)</Chip>
          <Chip disabled>Indisponible</Chip>
          <RemovableChip label="3 pièces et +" withoutHref="#parcours" />
        </Row>
        <Row name="Onglets qui sont des adresses" stack>
          <TabLinks
            label="Mes listes"
            tabs={[
              { label: 'Favoris', to: '?onglet=favoris#parcours', current: tab === 'favoris' },
              {
                label: (
                  <>
                    Résultats <CounterBadge count={6} label="nouvelles annonces" />
                  </>
                ),
                to: '?onglet=resultats#parcours',
                current: tab === 'resultats',
              },
              { label: 'Vus récemment', to: '?onglet=vus#parcours', current: tab === 'vus' },
            ]}
          />
        </Row>
        <Row name="Onglets dans la page" stack>
          <Tabs
            label="Prix au m²"
            tabs={[
              { value: 'an', label: '1 an', panel: <p>La courbe d’un an.</p> },
              { value: 'cinq', label: '5 ans', panel: <p>La courbe de cinq ans.</p> },
            ]}
          />
        </Row>
        <Row name="Pages" stack>
          <Pagination label="Première page" page={1} pages={6} hrefFor={(n) => `?page=${n}#parcours`} />
          <Pagination label="Au milieu" page={12} pages={41} hrefFor={(n) => `?page=${n}#parcours`} />
          <Pagination label="Dernière page" page={3} pages={3} hrefFor={(n) => `?page=${n}#parcours`} />
        </Row>
      </Specimen>
      <Specimen
        id="superpositions"
        title="Superpositions"
        rule="Titre, bouton de fermeture, Échap. Sur téléphone, la feuille monte du bas."
      >
        <Row>
          <Dialog
            trigger={<Button variant="secondary">Dialogue</Button>}
            title="Supprimer l’alerte « Nîmes, 3 pièces » ?"
            description="Vous ne recevrez plus ses e-mails. Les annonces gardées en favoris restent."
            footer={
              <>
                <DialogClose asChild>
                  <Button variant="secondary">Garder</Button>
                </DialogClose>
                <DialogClose asChild>
                  <Button variant="destructive">Supprimer l’alerte</Button>
                </DialogClose>
              </>
            }
          />
          <Dialog
            kind="sheet"
            trigger={<Button variant="secondary">Feuille</Button>}
            title="Tous les filtres"
            footer={
              <DialogClose asChild>
                <Button wide>Voir 128 annonces</Button>
              </DialogClose>
            }
          >
            {['Ascenseur', 'Balcon', 'Terrasse', 'Jardin', 'Parking', 'Cave', 'Piscine', 'Gardien'].map(
              (label) => (
                <Checkbox key={label} label={label} />
              ),
            )}
          </Dialog>
          <Menu
            trigger={
              <IconButton
                label="Actions sur l’alerte"
                icon={<Ellipsis aria-hidden="true" className="size-5" />}
              />
            }
            align="start"
          >
            <MenuItem icon={<Pencil aria-hidden="true" className="size-4.5" />} to="#superpositions">
              Modifier
            </MenuItem>
            <MenuItem icon={<Copy aria-hidden="true" className="size-4.5" />}>Dupliquer</MenuItem>
            <MenuItem icon={<BellOff aria-hidden="true" className="size-4.5" />} disabled>
              Mettre en pause
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden="true" className="size-4.5" />} destructive>
              Supprimer
            </MenuItem>
          </Menu>
        </Row>
      </Specimen>
    </>
  );
}
