/** @type {import('next').NextConfig} */
// `cacheComponents` as create-next-app sets it.
const config = { reactStrictMode: true, cacheComponents: true }

// biome-ignore lint/style/noDefaultExport: Next.js asks for it.
export default config
