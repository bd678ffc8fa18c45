import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import type { TypedReport } from '../contract.ts';
import { REPORT_SECTION } from '../words.ts';
import { type ReceivedReport, type Reporter, ReportFields, ReportReceived } from './report-form.tsx';

/** What the page's action answers to the form without JavaScript. */
export interface ReportAnswer {
  readonly received?: ReceivedReport;
  readonly faults?: Readonly<Record<string, string>>;
  readonly failure?: string;
  readonly typed?: TypedReport;
  /** Of the form that was sent: sent again, it is the same report. */
  readonly submission?: string;
}

interface ReportSectionProps {
  /** Where it is sent: the page itself. */
  action: string;
  reporter: Reporter;
  submission: string;
  answer: ReportAnswer | null;
}

/** The form of a report in the page itself: it works without JavaScript. */
export default function ReportSection({ action, reporter, submission, answer }: ReportSectionProps) {
  const typed = answer?.typed ?? { reason: '', explanation: '', goodFaith: false, ...reporter };
  return (
    <section id={REPORT_SECTION} aria-labelledby="titre-signaler" data-print="none">
      <Card>
        <h2 id="titre-signaler" className="mb-4 text-h4">
          {answer?.received ? 'Votre signalement est reçu' : 'Signaler cette annonce'}
        </h2>
        {answer?.received ? (
          <ReportReceived {...answer.received} />
        ) : (
          <form
            method="post"
            action={`${action}#${REPORT_SECTION}`}
            noValidate
            className="relative max-w-measure"
          >
            {(answer?.failure || answer?.faults) && (
              <div className="mb-3">
                <Notice tone="error" live>
                  {answer.failure ?? 'Le signalement n’est pas parti : un champ au moins est à corriger.'}
                </Notice>
              </div>
            )}
            <ReportFields typed={typed} faults={answer?.faults ?? {}} submission={submission} />
            <Button type="submit" size="lg" className="mt-4">
              Envoyer le signalement
            </Button>
          </form>
        )}
      </Card>
    </section>
  );
}
