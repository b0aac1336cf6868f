// What Sphinx' search counts, with the pages of players and organisers lifted over those that name everything once.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^docs\/(fr\/)?(table|phones|telephones|organiser|organisateur|pages|install|installer)$/.test(page)) return score + 8;
    if (/^(CHANGELOG|CONTRIBUTING|tests\/|docs\/(figures|decisions|dependencies|radio-facts|json|reference\/json))/.test(page)) return score - 3;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
