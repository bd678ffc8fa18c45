import { Laptop, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react';
import type { Device } from '#rooms/accounts/contract.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Button } from '#ui/button.tsx';
import { Time } from '#ui/time.tsx';
import { Section } from './section.tsx';

const icons = { computer: Laptop, phone: Smartphone, tablet: Tablet, unknown: MonitorSmartphone } as const;

export function DevicesSection({ devices, now }: { devices: readonly Device[]; now: string }) {
  const others = useOwnForm('devices-end');
  return (
    <Section
      id="appareils"
      lead="Où votre compte est ouvert. Un appareil que vous ne reconnaissez pas&nbsp;? Déconnectez-le et changez de mot de passe."
    >
      <ul className="divide-y divide-ardoise-200 border-y border-ardoise-200">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} now={now} />
        ))}
      </ul>
      <FormOutcome {...others} />
      {devices.length > 1 && (
        <div>
          <Button variant="secondary" busy={others.busy} onClick={() => void others.submit()}>
            Déconnecter tous les autres
          </Button>
        </div>
      )}
    </Section>
  );
}

function DeviceRow({ device, now }: { device: Device; now: string }) {
  const own = useOwnForm('device-end');
  const Icon = icons[device.kind];
  return (
    <li className="py-3">
      <div className="flex items-center gap-4">
        <Icon aria-hidden="true" className="size-6 shrink-0 text-ardoise-600" />
        <div className="min-w-0 flex-1">
          <p className="font-medium">{device.name}</p>
          <p className="text-small text-ardoise-600">
            {device.current ? (
              <span className="text-vert-700">Cet appareil</span>
            ) : (
              <>
                Vu <Time at={device.seenAt} format="ago" now={now} />
              </>
            )}
            <span aria-hidden="true" className="max-sm:hidden">
              {' · '}
            </span>
            <span className="max-sm:block">
              ouvert le <Time at={device.openedAt} format="short" />
            </span>
          </p>
        </div>
        {!device.current && (
          <Button
            variant="quiet"
            size="sm"
            busy={own.busy}
            aria-label={`Déconnecter ${device.name}`}
            onClick={() => void own.submit({ id: device.id })}
          >
            Déconnecter
          </Button>
        )}
      </div>
      {own.refused && (
        <div className="mt-2">
          <FormOutcome done={null} refused={own.refused} />
        </div>
      )}
    </li>
  );
}
