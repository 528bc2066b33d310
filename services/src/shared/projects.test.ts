import { describe, expect, test } from 'vitest'
import { createProjects, readProjects } from './projects.js'

const answer = (
  projects: Parameters<typeof createProjects>[0],
  request: { projectId?: string; origin?: string },
) => {
  const admission = createProjects(projects).admit({ projectId: undefined, origin: undefined, ...request })
  return 'project' in admission ? admission.project.id : [admission.refusal.status, admission.refusal.message]
}

describe('createProjects', () => {
  test('without configured projects every id is accepted, and a missing one is the open project', () => {
    expect(answer([], { projectId: 'anything' })).toBe('anything')
    expect(answer([], {})).toBe('open')
    expect(answer([], { projectId: 'a b' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer([], { projectId: 'x'.repeat(65) })).toEqual([401, 'Unauthorized: invalid key'])
  })

  test('with configured projects only their ids are accepted, and a missing id only with an open project', () => {
    const acme = { id: 'acme', origins: ['https://acme.example'] }
    expect(answer([acme], { projectId: 'acme' })).toBe('acme')
    expect(answer([acme], { projectId: 'other' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer([acme], { projectId: '__proto__' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer([acme], {})).toEqual([401, 'Project ID is missing'])
    expect(answer([acme, { id: 'open' }], {})).toBe('open')
  })

  test('a suspended project is refused like an unknown one', () => {
    const projects = [
      { id: 'acme', isSuspended: true },
      { id: 'other', isSuspended: false },
    ]
    expect(answer(projects, { projectId: 'acme' })).toEqual([401, 'Unauthorized: invalid key'])
    expect(answer(projects, { projectId: 'other' })).toBe('other')
  })

  test.each(['Acme Shop', 'Café & Söhne', 'Web3 No. 1', "Bob's", '銀行'])(
    '%s is a name for mails',
    (name) => {
      expect(readProjects(JSON.stringify([{ id: 'acme', name }]))).toEqual([{ id: 'acme', name }])
    },
  )

  test.each([
    '',
    ' Acme',
    'evil.example',
    'See http://evil',
    'a\r\nBcc: x',
    'www evil',
    'x'.repeat(41),
    '<b>',
    'a@b',
  ])('error: %j is no name for mails', (name) => {
    expect(() => readProjects(JSON.stringify([{ id: 'acme', name }]))).toThrow(/name/)
  })

  test('a page must be on the list, other programs need not', () => {
    const acme = { id: 'acme', origins: ['https://acme.example'] }
    const request = (origin: string) => answer([acme], { projectId: 'acme', origin })
    expect(request('https://acme.example')).toBe('acme')
    expect(request('https://evil.example')).toEqual([403, 'Unauthorized: origin not allowed'])
    expect(request('null')).toEqual([403, 'Unauthorized: origin not allowed'])
    expect(request('http://localhost:5173')).toBe('acme')
  })
})
