import type { ReactNode } from 'react';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import type { RegisteredCoupon } from '../register.ts';

interface StopCouponsProps {
  /** Those to stop; none is stopped yet. */
  coupons: readonly Pick<RegisteredCoupon, 'code' | 'label'>[];
  trigger: ReactNode;
}

/** Asks why these codes are stopped, naming each of them. */
export function StopCoupons({ coupons, trigger }: StopCouponsProps) {
  const one = coupons.length === 1;
  return (
    <DecisionDialog
      trigger={trigger}
      title={one ? 'Arrêter ce code\u00a0?' : `Arrêter ces ${coupons.length} codes\u00a0?`}
      objects={coupons.map(({ code, label }) => `${code}, ${label}`)}
      consequence={
        <>
          Plus aucune agence ne pourra s’en servir&nbsp;: elle lira «&nbsp;Code expiré&nbsp;». Les commandes
          qui {one ? 'l’ont pris' : 'les ont pris'} gardent leur remise. Un code arrêté ne repart pas&nbsp;:
          il faudra en créer un autre.
        </>
      }
      reasonHint="Pour le journal de l’administration. Les agences ne le lisent pas."
      yes={one ? 'Arrêter le code' : 'Arrêter les codes'}
      destructive
      words={{ intent: 'stop', codes: coupons.map(({ code }) => code) }}
    />
  );
}
