// The preloaded typefaces of a page without known settings. Every page loads this module, so it names no others.
import headlineFont from './fraunces-headline.woff2?url'
import textFont from './inter-latin.woff2?url'

export const firstPreloads = [textFont, headlineFont]
