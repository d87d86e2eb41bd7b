/*
 * The building blocks of the operations' rules. A rule accepts what a parameter holds, from the editor or from an
 * expression, where a sheet's numbers are text, and returns what is sent.
 */
export * from './choices';
export * from './dates';
export * from './numbers';
export * from './rule';
export * from './texts';
