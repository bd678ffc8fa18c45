interface AlertSwitchProps {
  on: boolean;
  busy: boolean;
  /** Of the alert, for the person who does not see what stands beside it. */
  name: string;
  /** What it is now: « Active », « En pause jusqu’au 3 mai ». */
  label: string;
  onSwitch: (on: boolean) => void;
}

/** Active or not, at once. The knob's place says it too, not only its colour. */
export function AlertSwitch({ on, busy, name, label, onSwitch }: AlertSwitchProps) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-3 text-small font-medium">
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-busy={busy || undefined}
        aria-label={`Alerte active : ${name}`}
        onClick={() => onSwitch(!on)}
        className={`relative h-6 w-11 shrink-0 rounded-full border transition ${
          on ? 'border-phare-700 bg-phare-700' : 'border-bordure bg-ardoise-100'
        }`}
      >
        <span
          aria-hidden="true"
          className={`absolute top-0.5 left-0.5 size-4.5 rounded-full transition-transform ${
            on ? 'translate-x-5 bg-blanc' : 'bg-ardoise-600'
          }`}
        />
      </button>
      <span className={on ? 'text-encre' : 'text-ardoise-600'}>{label}</span>
    </label>
  );
}
