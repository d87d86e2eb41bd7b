/*
 * The building blocks of the operations' rules. A rule accepts the value of a parameter, from the editor or from an
 * expression, where a sheet's numbers are text, and returns the value that is sent.
 */
export * from './choices';
export * from './dates';
export * from './numbers';
export * from './periods';
export * from './rule';
export * from './texts';
