interface TickProps {
  /** Read out: nothing is written beside it. */
  label: string;
  checked: boolean;
  disabled?: boolean;
  onTick: (on: boolean) => void;
  className?: string;
}

/** The box of a row that is chosen among others, as wide as a finger. */
export function Tick({ label, checked, disabled, onTick, className = '' }: TickProps) {
  return (
    <label className={`inline-flex size-11 items-center justify-center ${className}`}>
      <input
        type="checkbox"
        className="tick"
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onTick(currentTarget.checked)}
        aria-label={label}
      />
    </label>
  );
}
