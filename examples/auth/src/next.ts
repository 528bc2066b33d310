import { SiwxError } from 'latchkey/siwx'
import { newNonce, type Page, signIn } from './signIn.mjs'

const page: Page = { domain: 'app.example', scheme: 'https' }

/** Next.js, `app/api/nonce/route.ts`. */
export async function GET(): Promise<Response> {
  return new Response(await newNonce(), { headers: { 'cache-control': 'no-store' } })
}

/** Next.js, `app/api/sign-in/route.ts`. Put the session where your app keeps sessions. */
export async function POST(request: Request): Promise<Response> {
  try {
    return Response.json({ account: await signIn(page, await request.json()) })
  } catch (error) {
    if (error instanceof SiwxError) return Response.json({ error: error.message }, { status: 401 })
    throw error
  }
}
