// What the scripts of a phone's page know besides. For the type check alone.

/** Of a table as a phone keeps it. `id`: its board's. `card`: by which it knows the card again; `old`: the token that it
 * had at another address; `void`: why the laptop lets it in no more; `moved`: where it went; `stamps`: of moves that came
 * here; `acked`: below which number of which epoch a laptop has all. */
interface PhoneSettings extends Settings {
  id: string;
  token: string;
  table: string;
  card: string;
  old: string;
  void: string;
  moved: null | { to: string; at: number };
  stamps: string[];
  acked: { epoch: number; upto: number };
}

interface Navigator {
  getBattery?(): Promise<any>;
}
