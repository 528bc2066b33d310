import type { CurveSet } from './CurveSet.js'

export const loadNobleCurves = async (): Promise<CurveSet> => (await import('./nobleCurves.js')).nobleCurves
