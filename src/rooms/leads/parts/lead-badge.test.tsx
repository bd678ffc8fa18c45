import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LeadBadge } from '#ui/badge.tsx';
import { type LeadStatus, leadStatuses } from '../contract.ts';

// The dashboard draws the badge alone, the inbox gives it its words: one status has one name.
test.each(Object.entries(leadStatuses) as [LeadStatus, string][])(
  '%s is « %s » everywhere',
  (status, word) => {
    const html = renderToStaticMarkup(<LeadBadge status={status} />);
    expect(html.replaceAll(/<svg.*?<\/svg>|<[^>]+>/g, '')).toBe(word);
  },
);
