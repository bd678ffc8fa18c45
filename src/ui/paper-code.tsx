export interface PaperCode {
  /** Squares a side. */
  readonly size: number;
  /** Strokes of one square's height. */
  readonly path: string;
}

/** Four squares of white all around, without which readers do not find the code. */
const QUIET = 4;

/** The way back from paper to the page: a QR code that only print shows. */
export function PaperCode({ code, className }: { code: PaperCode; className?: string }) {
  const side = code.size + 2 * QUIET;
  return (
    <div data-print="code" className={`hidden print:block ${className ?? ''}`}>
      <svg
        viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code de cette page"
        className="block w-full"
      >
        <path d={code.path} stroke="#000" />
      </svg>
    </div>
  );
}
