import type { Devices } from '#rooms/push/contract.ts';
import { OwnDevices } from '#rooms/push/parts/own-devices.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';

/** Below the alerts: the devices that they all tell. */
export function DevicesCard({ devices }: { devices: Devices }) {
  return (
    <Card as="section" className="mt-8 max-w-[40rem] space-y-3">
      <h2 className="font-text text-body font-bold tracking-normal">Sur vos appareils</h2>
      <p className="text-small text-ardoise-600">
        Une notification en plus du courriel, au même moment : ni plus souvent, ni pendant les heures calmes.
      </p>
      <OwnDevices devices={devices} />
    </Card>
  );
}

/** In the form of an alert: whether it tells them. */
export function DevicesChoice({ devices, chosen }: { devices: Devices; chosen: boolean }) {
  return (
    <fieldset className="space-y-3">
      <legend className="font-bold">Par courriel, et sur vos appareils</legend>
      <input type="hidden" name="pushAsked" value="oui" />
      <Checkbox
        name="push"
        value="oui"
        label="Une notification en plus du courriel, au même moment"
        defaultChecked={chosen}
      />
      <OwnDevices devices={devices} />
    </fieldset>
  );
}
