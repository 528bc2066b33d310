import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import LiveModal from '../playground/LiveModal.vue'
import Playground from '../playground/Playground.vue'
import './theme.css'

export default {
  extends: DefaultTheme,
  // The picture beside the title is the modal itself.
  Layout: () => h(DefaultTheme.Layout, null, { 'home-hero-image': () => h(LiveModal) }),
  enhanceApp({ app }) {
    app.component('Playground', Playground)
  },
} satisfies Theme
