import { readExamples } from '../.vitepress/examples.js'

export default {
  paths: () => readExamples().map(({ name, text }) => ({ params: { name }, content: text })),
}
