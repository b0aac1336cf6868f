// What the scripts of a board in the browser hand to one another. For the type check alone.

/** Of a box, as the browser keeps them. `uid`: of its chip; `game`: a game line; `wanted`: one that is still to begin;
 * `language`: of its displays, where it is not a face that has words of its own. */
interface Settings {
  id: number | string;
  uid: string;
  game: string;
  sides: number;
  cable: boolean;
  wanted: string;
  language?: string;
}

/** By the name of a memory's file: its bytes. */
type Files = Record<string, Uint8Array>;

/** By the name of a memory's file: numbers of its cells. */
type Changed = Record<string, Set<number>>;
