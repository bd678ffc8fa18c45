import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';

const looks = {
  info: { Icon: Info, box: 'border-phare-700/30 bg-phare-100', ink: 'text-phare-700' },
  success: { Icon: CircleCheck, box: 'border-vert-700/30 bg-vert-100', ink: 'text-vert-700' },
  warning: { Icon: TriangleAlert, box: 'border-ambre-700/30 bg-ambre-100', ink: 'text-ambre-700' },
  error: { Icon: CircleAlert, box: 'border-rouge-700/30 bg-rouge-100', ink: 'text-rouge-700' },
} as const;

interface NoticeProps {
  tone?: keyof typeof looks;
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Said aloud as soon as it appears: for what answers an action. */
  live?: boolean;
}

/** What happened, what was kept, what to do. Inline: a toast only confirms. */
export function Notice({ tone = 'info', title, children, actions, live = false }: NoticeProps) {
  const { Icon, box, ink } = looks[tone];
  return (
    <div
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={`flex gap-3 rounded-card border px-4 py-3 ${box}`}
    >
      <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1">
        {title && <p className={`font-bold ${ink}`}>{title}</p>}
        {children && <div className="text-encre">{children}</div>}
        {actions && <div className="mt-3 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </div>
  );
}

/** Atop a form after a failed submit; give it focus. Each line leads to its field. */
export function ErrorSummary({
  errors,
  ref,
}: {
  errors: readonly { fieldId: string; message: string }[];
  ref?: Ref<HTMLDivElement> | undefined;
}) {
  if (errors.length === 0) return null;
  return (
    <RefusalBox
      ref={ref}
      title={errors.length === 1 ? 'Un champ est à corriger' : `${errors.length} champs sont à corriger`}
    >
      <ul className="mt-1 space-y-1">
        {errors.map((error) => (
          <li key={error.fieldId}>
            <a href={`#${error.fieldId}`} className="text-rouge-700 underline underline-offset-4">
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </RefusalBox>
  );
}

/** The box of what was refused: said aloud as it appears, and ready to take the focus. */
export function RefusalBox({
  title,
  children,
  ref,
}: {
  title: string;
  children: ReactNode;
  ref?: Ref<HTMLDivElement> | undefined;
}) {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="rounded-card border-2 border-rouge-700 bg-blanc px-4 py-3"
    >
      <p className="font-bold text-rouge-700">{title}</p>
      {children}
    </div>
  );
}
