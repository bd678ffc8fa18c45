/** A coupon of ten percent that nothing limits, as its form sends it; its code and its name are the test's. */
export const unlimited = {
  kind: 'percent',
  value: 1_000,
  ceiling: null,
  minimumNet: null,
  formulas: null,
  agencies: null,
  firstOrder: false,
  usesMax: null,
  usesPerAgency: null,
  startsOn: null,
  endsOn: null,
  stackable: false,
} as const;
