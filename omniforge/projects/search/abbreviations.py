"""Abbreviations, whose periods don't end a sentence: 'St. John's', 'Bell Ltd. at 9 a.m. sharp'."""

_ALWAYS = (
    r"mr|mrs|ms|dr|prof|rev|messrs|capt|sgt|st|mt|vs|cf|viz|m/s|e\.g|i\.e|z\.b|d\.h|p\.ej"
    r"|incl|excl|approx|ca|bzw|inkl|exkl"
)
_BEFORE_FIGURE = r"no|nr|rs|fr|sfr|p|pp|fig|vol|ext|tel|art|apt"
_MAY_END = (
    r"ltd|inc|co|corp|bros|dept|rd|ave|ln|blvd|sq|jr|sr|etc|[ap]\.m|est|max|ft|lb|lbs|oz|pcs"
    r"|hr|hrs|min|mins|sec|secs|wk|wks|mth|mths|yr|yrs"
)
_CALENDAR = (
    r"Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec"  # 'sat.' is a verb
)
_OPENS = (
    r"the|it|he|she|we|they|i|you|and|but|so|then|also|please|thanks?|can|could|what|who|when|where|how|which|is|are|do"
    r"|my|our|this|that|there|add|create|make|move|mark|set|pause|run|delete|remind|give|assign|show|list|tell|change"
)
_GOES_ON = r"(?=[,;:)]|[ \t]+(?-i:[a-zà-ÿ\d(&£$€]))"
# For patterns that ignore case. After an initial comes a name, not the first word of a sentence.
POINTED = (
    rf"\b(?:(?:{_ALWAYS})\.(?=[\s,;)])|(?:{_BEFORE_FIGURE})\.(?=\s?\d)"
    rf"|(?:{_MAY_END}|(?-i:{_CALENDAR}))\.{_GOES_ON}"
    rf"|(?-i:[A-ZÀ-Þ])\.(?=[ \t]+(?!(?:{_OPENS})\b)(?-i:[A-ZÀ-Þ][a-zà-ÿ])))"
)
