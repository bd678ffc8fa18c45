// What recent buildings of the demonstration are made of.
export const FOOT = 618;

export const ALUMINIUM = '#e9ecec';

export const ANTHRACITE = '#3a4a5a';
