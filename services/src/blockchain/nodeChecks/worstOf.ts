import type { Grade } from './gradeReply.js'

export function worstOf(grades: readonly Grade[]): Grade {
  if (grades.includes('wrong')) return 'wrong'
  return grades.includes('doubtful') ? 'doubtful' : 'sound'
}
