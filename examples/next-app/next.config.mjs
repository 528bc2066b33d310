/** @type {import('next').NextConfig} */
const config = { reactStrictMode: true }

// biome-ignore lint/style/noDefaultExport: Next.js asks for it.
export default config
