import { date } from '../../words/format.ts'

/** `2026-12` → `Dec 2026` */
export const monthWords = (month: string): string => date(`${month}-01`).replace(/^1 /, '')
