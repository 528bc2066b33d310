import { type RecoveredWallet, recoverWallet } from './recoverWallet.js'

// The page of recover.html. Its policy forbids every connection, so nothing that is typed here can leave the computer.

const form = find('form', HTMLFormElement)
const picked = find('#picked', HTMLInputElement)
const file = find('#file', HTMLTextAreaElement)
const words = find('#words', HTMLTextAreaElement)
const problem = find('#problem', HTMLElement)
const result = find('#result', HTMLElement)

picked.addEventListener('change', async () => {
  const [chosen] = picked.files ?? []
  if (chosen !== undefined) file.value = await chosen.text()
})

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  clear()
  try {
    show(await recoverWallet(file.value, words.value))
    words.value = ''
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error)
  }
})

find('#hide', HTMLButtonElement).addEventListener('click', clear)

function show(wallet: RecoveredWallet): void {
  const values: { readonly [id: string]: string } = {
    made: new Date(wallet.createdAt).toISOString().slice(0, 10),
    eip155: wallet.addresses.eip155,
    solana: wallet.addresses.solana,
    own: wallet.words,
    eip155Key: wallet.privateKeys.eip155,
    solanaKey: wallet.privateKeys.solana,
  }
  for (const [id, value] of Object.entries(values)) find(`#${id}`, HTMLElement).textContent = value
  result.hidden = false
  result.focus()
}

function clear(): void {
  problem.textContent = ''
  result.hidden = true
  for (const output of result.querySelectorAll('output')) output.textContent = ''
}

function find<element extends Element>(selector: string, type: new () => element): element {
  const found = document.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`)
  return found
}
