"""Answers to questions about the table at hand: sums, lists, single values, exact, or none."""

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from agents.context.stored import KeptResult
from agents.handlers.lines import bold
from agents.handlers.tables.files import are
from agents.handlers.tables.follow_ups import question_before
from agents.handlers.tables.order import told_order
from agents.handlers.tables.rows import Figure, Rows, with_commas
from agents.handlers.tables.sums import TableSums
from agents.handlers.tables.talk import names_of
from agents.handlers.task import Answer
from agents.tools.counts import counted
from intent.commands.tables.joined_columns import columns_alike
from intent.commands.tables.question import FIGURES
from intent.commands.tables.takings import takings_of
from intent.commands.words import as_words, key_of
from omniforge.errors import InvalidInput
from omniforge.tables.markdown import plain

_OF_WHAT = (
    "I can't tell whether to count the rows of each or to add something up: say “number of” or “total”."
)


class TableAnswers(TableSums):
    """All kinds of answers."""

    async def answer(self) -> Answer:
        """Return the answer to the question."""
        question = self.question
        if apart := self._apart():
            return await apart
        if question.function in ("share", "ratio", "difference", "running") and (
            question.spread or not question.extreme
        ):
            return await self._parts(next(iter(self._numbers_asked()), ""))
        if question.percent and not question.function and not question.group:
            return await self._rows_with_percent()
        if self._looks_up_number():
            return await self._of_columns(self._asked_or_rest())
        if question.function in FIGURES or (question.function == "count" and self._numbers_asked()):
            return await self._of_sums(await self._who())
        if question.group or (question.function == "count" and question.format):
            return self._with_noun(await self._grouped(self._counts()))
        if question.function == "count":
            return await self._counted()
        return await self._of_rows()

    def _apart(self) -> Awaitable[Answer] | None:
        """Return the answer if the question isn't about rows of the table itself."""
        if self.question.ordered:
            return self._ordered()
        if self.question.pieces and self.chosen.rows:
            return self._of_pieces()
        return self._across() if self.question.across else self._shaped_summary()

    async def _of_rows(self) -> Answer:
        """Return rows: the extreme one, a list, some columns, or their names."""
        question = self.question
        if question.extreme and not question.format:
            return await self._extreme()
        ordered = question.sort or question.descending is not None
        if (
            ordered
            or question.format
            or question.only
            or question.limit
            or question.without
            or question.total
        ):
            return await self._listed()
        if question.asked and not (question.tests and question.asked == (self.table.words.key,)):
            return await self._of_columns(question.asked)
        return await self._named() if question.tests else await self._listed()

    # -- what an order left of the table ----------------------------------------------------------

    def still_shown(self) -> tuple[Sequence[str], Sequence[int]] | None:
        """Return the columns and the places of the rows that an order left in the table, if one did."""
        shown = self._whole_rows(self.standing) if self._is_choice(self.standing) else None
        every = self.table.words.rows
        if not shown or self.standing is None:
            return None
        return self.standing.columns, [at for row in shown for at, one in enumerate(every) if one is row]

    async def of_shown(self, columns: Sequence[str], places: Sequence[int]) -> KeptResult:
        """Return what is still shown of the table, of which a cell was changed."""
        words = self.table.words
        if not {*columns} <= {*words.columns}:
            return await self.whole()
        at = [words.place(one) for one in columns]
        rows = [tuple(words.rows[place][one] for one in at) for place in places]
        return replace(await self._kept(columns, rows), format="table")

    async def _ordered(self) -> Answer:
        """Say by what the table is sorted as it stands, and show it if that is asked as well."""
        given = self.standing if self._is_choice(self.standing) else self._shown_last()
        rows = Rows.of(self.table, self._whole_rows(given) if given else None)
        before = question_before(self.task, self.table.words) if self.table.words.before else None
        told = told_order(rows, before.sort if before else "")
        if not self.question.view:
            return Answer(told, result=await self.whole())
        self.chosen = rows
        shown = await self._table(given.columns if given else self.table.words.columns)
        return replace(shown, text=f"{shown.text}\n\n{told}")

    # -- rows -------------------------------------------------------------------------------------

    async def _who(self) -> str:
        """Say which rows a sum covers, if that is also asked."""
        question = self.question
        opens = as_words(self.words)[:2] in (("which", "ones"), ("which", "of"), ("which", "are"))
        which = opens or question.people or self.table.words.key in question.asked
        is_asked = which and question.tests and not (question.group or question.format)
        return (await self._named()).text if is_asked else ""

    def _counts(self) -> list[tuple[str, str]]:
        """Return what to count in each group: its rows, or the values of the column asked for.

        Raises InvalidInput if money may be meant.
        """
        if self.question.tests and not self.question.function and self.table.words.money:
            raise InvalidInput(_OF_WHAT)
        if self.question.function != "count":
            return [("count", "")]
        own = (self.table.words.key, self.question.group)
        kind = next((one for one in self.question.asked if one not in own), "")
        held = () if kind else self.table.words.numbers_of("column_count")
        return [("count", kind), *(("sum", one) for one in held)]

    def _with_noun(self, answer: Answer) -> Answer:
        """Return numbers of rows, with what they were taken for if no column says so."""
        noun = plain(self.question.noun)
        told = f"{answer.text}\n\nEach row counts as one of the “{noun}”."
        return replace(answer, text=told) if noun else answer

    async def _counted(self) -> Answer:
        if self.question.tests:
            return self._with_amount(await self._named())
        number = len(self.over.rows)
        shown = len(Rows.of(self.table, self._whole_rows(self.last)).rows) if self.last else 0
        part = f" {shown} of them {are(shown)} shown last." if 0 < shown < number else ""
        there = f"There {are(number)} **{counted(number, 'row')}**.{part} {self._left_out()}".strip()
        return Answer(self._kinds() or there, result=await self.whole())

    def _with_amount(self, named: Answer) -> Answer:
        """Return the rows counted, with what the one column says that counts something in each of them."""
        amount, tests = takings_of(self.table.words).amount, self.question.tests
        if not (amount and self.chosen.rows) or any(amount in one.columns for one in tests):
            return named
        return replace(named, text=f"{named.text} {self._figure('sum', amount, self.chosen, self._scope())}")

    def _kinds(self) -> str:
        """Say how many distinct values a column has: 'how many departments are there?'"""
        asked = [one for one in self.question.asked if one != self.table.words.key]
        if not asked:
            return ""
        kinds = self.over.kinds(asked[0])
        return f"{bold(asked[0])} has **{len(kinds)}** different values: {names_of(kinds)}."

    async def _named(self) -> Answer:
        """List the names of matching rows."""
        words, rows = self.table.words, self.chosen
        if not rows.rows:
            return Answer(self._none(), result=await self.whole())
        if len(rows.rows) == 1 and any(
            words.key in one.columns and one.test == "has" for one in self.question.tests
        ):
            return await self._of_columns(tuple(one for one in words.columns if one != words.key))
        several = [one.columns for one in self.question.tests if len(one.columns) > 1]
        if days := tuple(one for columns in several for one in columns):
            return await self._table(tuple(dict.fromkeys((words.key, *self.question.asked, *days))))
        names = list(dict.fromkeys(str(one) for one in rows.cells(self._key())))
        if len(names) < len(rows.rows) and not (self.question.people or self.question.function):
            return await self._listed_with_total()  # the names don't tell the rows apart
        have = "has" if len(rows.rows) == 1 else "have"
        many = f"**{len(rows.rows)}** of {counted(len(self.over.rows), 'row')}"
        said = f"{many} {have} {self._conditions()}: {names_of(names)}."
        return Answer(said, result=await self._kept(words.columns, rows.rows))

    async def _listed_with_total(self) -> Answer:
        """Show rows, and what those that aren't paid come to."""
        shown, money = await self._listed(), self.table.words.money
        if not self._is_owed() or len(money) != 1:
            return shown
        total = self._figure("sum", money[0], self.chosen, self._scope())
        return replace(shown, text=f"{shown.text}\n\n{total}")

    def _is_owed(self) -> bool:
        paid = {*self.table.words.of_sense("paid")}
        return any(one.test == "no" and paid & {*one.columns} for one in self.question.tests)

    def _key(self) -> str:
        """Return the column whose names stand for the rows: for 'who hasn't paid?' that of those who pay."""
        words = self.table.words
        return (words.payer if self._is_owed() else words.person) if self.question.people else words.key

    async def _extreme(self) -> Answer:
        question, words = self.question, self.table.words
        if question.limit:
            return await self._listed()
        if question.group and question.function:
            return await self._of_sums()
        rows = self.chosen.extreme(question.sort, highest=bool(question.descending))
        names = list(dict.fromkeys(str(one) for one in rows.cells(self._named_by())))
        verb, way = "has" if len(names) == 1 else "have", "highest" if question.descending else "lowest"
        if question.sort in words.days:
            way = "latest" if question.descending else "earliest"
        where = f" of {self._scope()}" if question.tests or question.scope else ""
        value = self._shown_cell(rows.rows[0], question.sort)
        text = f"{names_of(names)} {verb} the {way} {plain(question.sort)}{where}: **{value}**."
        if question.function == "share":
            text += f" That's **{self._percentage(question.sort, rows)}** of the total."
        return Answer(text, result=await self.whole())

    async def _across(self) -> Answer:
        """Say which of the columns named after days stands out, or what they come to on average."""
        columns = columns_alike(self.table.words)[self.question.across]
        totals = {one: self.chosen.computed("sum", one) for one in columns}
        text = self._mean_of(totals) if self.question.function == "mean" else self._best_of(totals)
        return Answer(text, result=await self.whole())

    def _mean_of(self, totals: Mapping[str, Figure]) -> str:
        places = self.chosen.places(next(iter(totals)))
        total = sum((one.value or Decimal(0) for one in totals.values()), Decimal(0))
        mean = Figure.mean(total, len(totals), places)
        verb, worked = "is about" if mean.about else "is", f"{with_commas(total, places)} / {len(totals)}"
        return f"The average per {self.question.across} of {self._scope()} {verb} **{mean}** ({worked})."

    def _best_of(self, totals: Mapping[str, Figure]) -> str:
        best = (max if self.question.descending else min)(one.value or 0 for one in totals.values())
        names = [one for one, total in totals.items() if total.value == best]
        verb, way = "has" if len(names) == 1 else "have", "highest" if self.question.descending else "lowest"
        value = self._with_unit(str(totals[names[0]]), names[0])
        return f"{names_of(names)} {verb} the {way} total of {self._scope()}: **{value}**."

    def _named_by(self) -> str:
        words = self.table.words
        asked = [one for one in self.question.asked if one not in words.numbers]
        return asked[0] if asked else words.person if self.question.people else words.key

    async def _of_columns(self, asked: Sequence[str]) -> Answer:
        """Show columns of matching rows, a single row in words."""
        words, rows = self.table.words, self.chosen
        if not rows.rows:
            return Answer(self._none(), result=await self.whole())
        if len(rows.rows) > 1:
            named = (words.person, words.key) if self.question.people else (words.key,)
            return await self._table(tuple(dict.fromkeys((*named, *asked))))
        row = rows.rows[0]
        name = plain(rows.cell(row, words.key))
        told = [f"{plain(one)} **{self._shown_cell(row, one)}**" for one in asked if one != words.key]
        if words.columns == ("Name", "Value"):
            told = [f"**{self._shown_cell(row, one)}**" for one in asked if one != words.key]
        return Answer(f"{name}: {', '.join(told or [f'**{name}**'])}.", result=await self.still())

    async def _listed(self) -> Answer:
        question, rows = self.question, self.chosen
        if not rows.rows:
            return Answer(self._none(), result=await self.whole())
        column = question.sort or (self.table.words.key if question.descending is not None else "")
        if column:
            rows = rows.sorted(question.then, descending=question.then_down) if question.then else rows
            rows = rows.sorted(column, descending=bool(question.descending))
        self.chosen = Rows(self.table, rows.rows[: question.limit])
        return await self._table(self._columns())

    def _columns(self) -> tuple[str, ...]:
        words, asked, without = self.table.words, self.question.asked, self.question.without
        if not asked or asked == (words.key,) or without:
            return tuple(one for one in asked or self._standing_columns() if one not in without)
        named = self.question.format or (len(asked) > 1 and any(map(words.names_things, asked)))
        return asked if named else (words.key, *(one for one in asked if one != words.key))

    def _standing_columns(self) -> tuple[str, ...]:
        """Return the columns left in the table, else all."""
        every, left = self.table.words.columns, self.standing.columns if self.standing else ()
        return left if left and self._goes_on() and set(left) <= set(every) else every

    def _shaped_summary(self) -> Awaitable[Answer] | None:
        """Sort the sums shown last, or write them to a file."""
        results, question = self.task.pack.dialogue.results, self.question
        last = results[-1] if results and not self.task.material else None
        if question.format and any(key_of("table_noun", one) for one in as_words(self.words)):
            return None  # 'the list as csv'
        points = question.scope == "those" and question.function in FIGURES and question.format
        shaped = replace(question, function="", scope="") if points else question  # 'those totals as csv'
        if last is None or not last.summary or not shaped.shapes or shaped.scope or shaped.then:
            return None
        column = next(
            (one for one in last.columns if one == question.sort or one.endswith(f" {question.sort}")), ""
        )
        if question.sort and not column:
            return None
        rows = list(last.rows)
        if column or question.descending is not None:
            place = last.columns.index(column) if column else len(last.columns) - 1
            rows.sort(key=lambda row: (row[place] is None, row[place]), reverse=bool(question.descending))
        if question.percent:
            return self._table(*self.percented(last.columns, rows, last.columns[-1]), summary=True)
        return self._table(last.columns, rows, summary=True)
