/** The product's mark, two posts and the tide between them, as a path in a square of {@link MARK_SIDE}. */
export const MARK_PATH = 'M3 5v16M23 5v16M7 10c2-2 4-2 6 0s4 2 6 0M7 16c2-2 4-2 6 0s4 2 6 0';
export const MARK_SIDE = 26;
/** On a tile, the mark is drawn at this scale in the middle. */
export const MARK_ON_TILE = 0.68;
