import { Heart } from 'lucide-react';
import {
  Badge,
  type GeneralStatus,
  LeadBadge,
  type LeadStatus,
  SponsoredBadge,
  StatusBadge,
} from '#ui/badge.tsx';
import { Button, IconButton } from '#ui/button.tsx';
import { Card, WatchBand } from '#ui/card.tsx';
import { CounterBadge } from '#ui/counter-badge.tsx';
import { ClimateScale, EnergyChip, EnergyScale, ExcessiveEnergy } from '#ui/energy.tsx';
import { Flag } from '#ui/flag.tsx';
import { stretched } from '#ui/link.tsx';
import { Photo } from '#ui/photo.tsx';
import { Price, PriceMove } from '#ui/price.tsx';
import { Time } from '#ui/time.tsx';
import { Row, Specimen } from './specimen.tsx';

const leads: LeadStatus[] = [
  'new',
  'contacted',
  'qualified',
  'unreachable',
  'disqualified',
  'error',
  'processing',
];
const statuses: GeneralStatus[] = [
  'active',
  'inactive',
  'pending',
  'paused',
  'completed',
  'new',
  'synced',
  'syncing',
  'sync_error',
];
const classes = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;

export function SpecimenListings() {
  return (
    <>
      <Specimen
        id="cartes"
        title="Cartes et prix"
        rule="Le prix est ce qu’il y a de plus gros ; toute la carte se suit, le cœur reste un bouton à lui."
      >
        <Card
          as="article"
          clickable
          padding="none"
          className="grid overflow-hidden sm:grid-cols-[16rem_minmax(0,1fr)]"
        >
          <div className="relative">
            <Photo sources={samplePhoto(1)} alt="" kind="appartement" fit="4:3" className="sm:h-full" eager />
            <span className="absolute top-3 left-0">
              <Flag>Nouveau · il y a 2 h</Flag>
            </span>
          </div>
          <div className="flex flex-col gap-1 p-4 pr-16">
            <Price cents={25_000_000} />
            <p className="figures text-small text-ardoise-600">3 846,15 €/m² · honoraires inclus</p>
            <h3 className="mt-1 font-text text-body font-medium tracking-normal">
              <a href="#cartes" className={`rounded-chip ${stretched}`}>
                Appartement · 3 pièces · 65 m²
              </a>
            </h3>
            <p className="text-ardoise-600">Écusson, 30000 Nîmes</p>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-small text-ardoise-600">
              <EnergyChip letter="D" /> 2ᵉ étage, ascenseur, balcon
            </p>
          </div>
          <div className="absolute top-2 right-2 z-1">
            <IconButton
              floating
              label="Ajouter aux favoris"
              icon={<Heart aria-hidden="true" className="size-5" />}
            />
          </div>
        </Card>
        <WatchBand
          title="Soyez prévenu en premier."
          action={<Button variant="beam">Créer cette alerte</Button>}
        >
          « Nîmes, 3 pièces, jusqu’à 300 000 € » – 6 annonces par semaine environ
        </WatchBand>
        <div className="grid gap-6 sm:grid-cols-2 xl:grid-cols-4">
          <Row name="Achat" stack>
            <Price cents={31_500_000} size="xl" />
          </Row>
          <Row name="Location" stack>
            <Price cents={85_000} rental suffix="CC" />
          </Row>
          <Row name="Programme neuf" stack>
            <Price cents={18_990_000} prefix="À partir de" />
          </Row>
          <Row name="Mouvements" stack>
            <div className="flex flex-col gap-1">
              <PriceMove before={29_900_000} after={28_950_000} />
              <PriceMove before={28_950_000} after={29_500_000} />
            </div>
          </Row>
        </div>
        <Row name="Dates : la date entière au survol">
          <span>
            <Time at="2026-11-21T06:30:00Z" /> · <Time at="2026-11-21T06:30:00Z" format="short" /> ·{' '}
            <Time at="2026-11-21T06:30:00Z" format="ago" now="2026-11-21T08:34:00Z" />
          </span>
        </Row>
      </Specimen>
      <Specimen
        id="photos"
        title="Photos"
        rule="4:3, la place gardée, une teinte avant l’image ; sans photo, le type du bien."
      >
        <div className="grid grid-cols-2 gap-4 md:grid-cols-3">
          <Photo
            sources={samplePhoto(2)}
            alt="Façade claire à trois étages"
            kind="immeuble"
            className="rounded-card"
            placeholder="3OcRJYB4d3h/iIeHeEh3eIhw+j3A"
          />
          <Photo sources={[]} alt="" kind="appartement" className="rounded-card" />
          <Photo sources={[]} alt="" kind="maison" absence="Photo à venir" className="rounded-card" />
          <Photo sources={[]} alt="" kind="terrain" className="rounded-card" />
          <Photo sources={[]} alt="" kind="parking" className="rounded-card" />
          <Photo sources={[]} alt="" kind="commerce" className="rounded-card" />
        </div>
      </Specimen>
      <Specimen
        id="energie"
        title="Énergie et climat"
        rule="Couleurs officielles, lettre toujours écrite, forme de flèche."
      >
        <Row name="Étiquettes de carte">
          {classes.map((letter) => (
            <EnergyChip key={letter} letter={letter} />
          ))}
          <EnergyChip letter={null} />
        </Row>
        <Row>
          {classes.map((letter) => (
            <EnergyChip key={letter} letter={letter} kind="GES" />
          ))}
        </Row>
        <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
          <EnergyScale letter="D" value={231} />
          <ClimateScale letter="C" value={28} />
          <EnergyScale letter="G" value={512} />
          <ClimateScale letter={null} value={null} absence="Non soumis : vente en état futur d’achèvement" />
        </div>
        <ExcessiveEnergy letter="G" />
      </Specimen>
      <Specimen id="statuts" title="Statuts" rule="Un mot et une forme ; la couleur ne parle jamais seule.">
        <Row name="Prospects">
          {leads.map((status) => (
            <LeadBadge key={status} status={status} />
          ))}
        </Row>
        <Row name="Généraux">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </Row>
        <Row name="Mentions">
          <Badge>Meublé</Badge>
          <Badge tone="teal">Exclusivité</Badge>
          <SponsoredBadge />
        </Row>
        <Row name="Compteurs : 99+ et 9+">
          {[1, 12, 99, 128].map((count) => (
            <CounterBadge key={count} count={count} label="nouvelles annonces" />
          ))}
          <CounterBadge count={14} kind="notification" label="notifications non lues" />
          <CounterBadge count={24} tone="plain" label="annonces" />
        </Row>
      </Specimen>
    </>
  );
}

/** A façade drawn by program, for /dev/ui: no picture of anyone's home. */
function samplePhoto(seed: number): { url: string; width: number }[] {
  const skies = ['#c9d9e2', '#dfe3dd', '#d9d2c4'];
  const walls = ['#e9dfc9', '#d8c3a5', '#eee7da'];
  const roofs = ['#8d5a44', '#6c7680', '#a3664b'];
  const pick = (list: string[], shift: number) => list[(seed + shift) % list.length] ?? '';
  const houses = [0, 1, 2].map((rank) => {
    const x = 20 + rank * 125;
    const top = 90 + ((seed * 37 + rank * 53) % 50);
    const windows = [0, 1, 2]
      .flatMap((row) =>
        [0, 1, 2].map(
          (column) =>
            `<rect x="${x + 16 + column * 34}" y="${top + 22 + row * 58}" width="20" height="36" fill="#5d7282"/><path d="M${x + 12 + column * 34} ${top + 22 + row * 58}h4v36h-4zm24 0h4v36h-4z" fill="#7d9a94"/>`,
        ),
      )
      .join('');
    return `<path fill="${pick(roofs, rank)}" d="M${x - 6} ${top}l14-26h104l14 26z"/><path fill="${pick(walls, rank)}" d="M${x} ${top}h120v200H${x}z"/>${windows}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="800" height="600"><path fill="${pick(skies, 0)}" d="M0 0h400v300H0z"/><circle cx="330" cy="58" r="26" fill="#fbfaf6"/>${houses.join('')}<path fill="#b8b3a6" d="M0 282h400v18H0z"/></svg>`;
  return [{ url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width: 800 }];
}
