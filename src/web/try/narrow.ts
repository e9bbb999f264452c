/** Whether the window is as narrow as the style sheets mean it: one column, on a telephone. */
export const NARROW = matchMedia('(max-width: 46rem)');
