interface EitherLabelProps {
  first: string;
  second: string;
  /** Whether the second one is shown. */
  shows: boolean;
}

/** One of two words, in the room of the longer: what it is said on keeps its width. */
export function EitherLabel({ first, second, shows }: EitherLabelProps) {
  return (
    <span className="grid justify-items-start *:col-start-1 *:row-start-1">
      <span className={shows ? 'invisible' : ''}>{first}</span>
      <span className={shows ? '' : 'invisible'}>{second}</span>
    </span>
  );
}
