import type { Audience } from '#contract/paths.ts';

/** The addresses as specification 2 and interface.md (fine points 2) write them, not as the code does. */
const AS_SPECIFIED: Record<`${Audience} ${'public' | 'protected'}`, string> = {
  'individual public': `
    / /connexion /inscription /mot-de-passe-oublie /reinitialiser-mot-de-passe /mentions-legales
    /conditions-utilisation /conditions-generales-vente /contact /desinscription /alertes/nouvelle
    /annonce/{propertyId}
    /acheter/{citySlug} /louer/{citySlug} /neuf/{citySlug}
    /acheter/{citySlug}/{refinement} /louer/{citySlug}/{refinement} /neuf/{citySlug}/{refinement}
    /acheter/neuf/{a} /acheter/neuf/{a}/{b}
    /prix-immobilier/{citySlug} /prix-immobilier/{citySlug}/{propertyType}
    /alertes/confirmation /verification-email /auth/google /prix-immobilier /comparer
    /classement-des-annonces /accessibilite /cookies /sources
    /alertes/{id}/flux.xml /alertes/{id}/agenda.ics`,
  'individual protected': '/tableau-de-bord /alertes/{alertId}/modifier /alertes/{alertId}/resultats /profil',
  'agency public': `
    /agence /offre-agence-immobiliere /agence/creer-compte /agence/inscription /agence/inscription-reussie
    /agence/connexion /agence/mot-de-passe-oublie /agence/confirmation-email /agence/recherche
    /agence/confirmation-exclusion /agence/contact /agence/faq
    /agence/{ownerReference}/annonce/{propertyId} /agence/annonce/{propertyId} /agence/{x}/catalogue
    /boost /boost/inscription`,
  'agency protected': `
    /agence/annonces /agence/annonces/creer /agence/annonces/{propertyId}/modifier /agence/tableau-de-bord
    /agence/leads /agence/profil /agence/notifications /agence/support /agence/boosts /agence/boost
    /agence/{ownerReference}/annonces /agence/{ownerReference}/annonces/creer
    /agence/{ownerReference}/annonces/{propertyId}/modifier /agence/{ownerReference}/tableau-de-bord
    /agence/{ownerReference}/leads /agence/{ownerReference}/profil /agence/{ownerReference}/notifications
    /agence/{ownerReference}/support /agence/{ownerReference}/boosts /agence/{ownerReference}/boost
    /agence/boost/paiement /agence/boost/annulation
    /agence/annonces/import /agence/{ownerReference}/annonces/import
    /agence/annonces/completer /agence/{ownerReference}/annonces/completer`,
  'admin public': '/admin/login',
  'admin protected': `
    /admin /admin/agencies/{id} /admin/agencies/{id}/ads /admin/coupons /admin/signalements
    /admin/boost-configuration /admin/agencies`,
};

/** Pages that neither list names, such as F5 of domain.md, from a mail (docs/decisions/0051). */
const ADDED: Readonly<Record<string, `${Audience} ${'public' | 'protected'}`>> = {
  '/agence/toujours-disponible': 'agency public',
  // What the two people of the service need beside the pages of the specification (docs/decisions/0077).
  '/admin/boosts': 'admin protected',
  '/admin/demandes': 'admin protected',
  '/admin/courriels': 'admin protected',
  '/admin/journal': 'admin protected',
  '/admin/signaux': 'admin protected',
  '/admin/service': 'admin protected',
};

/** Every address with who it is for: `individual public`, `agency protected`… */
export const specified = [
  ...Object.entries(AS_SPECIFIED).flatMap(([kind, list]) =>
    list
      .trim()
      .split(/\s+/)
      .map((address) => ({ address, kind })),
  ),
  ...Object.entries(ADDED).map(([address, kind]) => ({ address, kind })),
];
