interface SparklineProps {
  /** One value per step (day, week), oldest first. */
  values: readonly number[];
  /** The conclusion in one sentence: « 42 annonces en 30 jours, dont 6 cette semaine ». */
  label: string;
  width?: number;
  height?: number;
}

/** Volume at a glance; the last step is marked. Bars, because days are counted, not interpolated. */
export function Sparkline({ values, label, width = 120, height = 32 }: SparklineProps) {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length);
  const bar = Math.max(1, step - 1.5);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      className="max-w-full"
    >
      <title>{label}</title>
      {values.map((value, rank) => {
        const tall = value === 0 ? 1 : Math.max(2, (value / top) * height);
        return (
          <rect
            key={rank}
            x={(rank * step).toFixed(2)}
            y={(height - tall).toFixed(2)}
            width={bar.toFixed(2)}
            height={tall.toFixed(2)}
            rx={Math.min(1, bar / 2)}
            className={
              value === 0
                ? 'fill-ardoise-300'
                : rank === values.length - 1
                  ? 'fill-phare-700'
                  : 'fill-bordure'
            }
          />
        );
      })}
    </svg>
  );
}
