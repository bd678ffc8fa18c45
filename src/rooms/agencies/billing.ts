/**
 * Billing: who the invoices of an agency are made out to (domain.md 3.8). What it does not say for them is what it says of itself.
 */
import type { Agency } from './contract.ts';

/** What an agency says for its invoices alone; never shown to anybody else. */
export interface AgencyBilling {
  readonly billingAddress: string | null;
  readonly billingPostalCode: string | null;
  readonly billingCity: string | null;
  readonly billingEmail: string | null;
}

/** The buyer as an invoice says it; null: not known. */
export interface BillingIdentity {
  /** The company, with « EI » when it is a person. */
  readonly name: string;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly siren: string | null;
  readonly vatNumber: string | null;
  /** Where invoices are mailed. */
  readonly email: string | null;
}

/** What an invoice would lack, with the field of the profile where it is given. */
export interface BillingLack {
  readonly field: keyof AgencyBilling | 'siren' | 'name';
  readonly message: string;
}

type Known = AgencyBilling &
  Pick<
    Agency,
    | 'name'
    | 'companyName'
    | 'soleTrader'
    | 'siren'
    | 'vatNumber'
    | 'address'
    | 'postalCode'
    | 'city'
    | 'email'
  >;

/**
 * Who buys. An address is taken whole, from the billing fields or from the agency; `login`, the address that opens its
 * space, receives invoices when it gives no other.
 */
export function billingIdentity(agency: Known, login: string | null): BillingIdentity {
  const own = {
    address: agency.billingAddress,
    postalCode: agency.billingPostalCode,
    city: agency.billingCity,
  };
  const { address, postalCode, city } = Object.values(own).some((part) => part !== null) ? own : agency;
  return {
    name: `${agency.companyName ?? agency.name}${agency.soleTrader ? ' EI' : ''}`,
    address,
    postalCode,
    city,
    siren: agency.siren,
    vatNumber: agency.vatNumber,
    email: agency.billingEmail ?? agency.email ?? login,
  };
}

/** What the law asks on an invoice and is not known, in the order of the profile; none: it can be made out. */
export function billingLacks(buyer: BillingIdentity): BillingLack[] {
  const lacks: (BillingLack | false)[] = [
    buyer.name.trim() === '' && {
      field: 'name',
      message: 'Indiquez le nom ou la raison sociale de l’agence.',
    },
    buyer.siren === null && { field: 'siren', message: 'Indiquez le SIREN de l’agence.' },
    buyer.address === null && {
      field: 'billingAddress',
      message: 'Indiquez l’adresse de facturation, ou celle de l’agence.',
    },
    buyer.postalCode === null && {
      field: 'billingPostalCode',
      message: 'Indiquez le code postal de facturation.',
    },
    buyer.city === null && { field: 'billingCity', message: 'Indiquez la ville de facturation.' },
    buyer.email === null && {
      field: 'billingEmail',
      message: 'Indiquez l’adresse e-mail qui reçoit les factures.',
    },
  ];
  return lacks.filter((lack) => lack !== false);
}
