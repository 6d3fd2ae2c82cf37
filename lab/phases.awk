# Prints where the time goes, as a table of shares in percent: a line a subject, a column a contender, each cell
# modify / generate / run / judge. Judging is all that looks at a run: "tell" in old reports, and scan, confirm, trace
# and send in new ones. Reads the table of the report's section "Overhead", whose cells are medians of the trials.
# Usage: awk -f lab/phases.awk lab/results/papers/tables/overhead.csv
BEGIN { FS = "," }
NR == 1 {
    line = "| subject |"; rule = "|---|"
    for (column = 3; column <= NF; column++) { line = line " " $column " |"; rule = rule "--:|" }
    print line; print rule
    next
}
!($1 in seen) { seen[$1] = 1; subjects[++count] = $1 }
$2 == "modify" || $2 == "generate" || $2 == "run" { for (c = 3; c <= NF; c++) share[$1, $2, c] = $c }
$2 == "tell" || $2 == "scan" || $2 == "confirm" || $2 == "trace" || $2 == "send" {
    for (c = 3; c <= NF; c++) if ($c != "") { share[$1, "judge", c] += $c; told[$1, c] = 1 }
}
{ columns = NF }
END {
    for (n = 1; n <= count; n++) {
        line = "| " subjects[n] " |"
        for (c = 3; c <= columns; c++) {
            cell = " – |"
            if (told[subjects[n], c]) {
                cell = sprintf(" %.1f / %.1f / %.1f / **%.1f** |", 100 * share[subjects[n], "modify", c],
                    100 * share[subjects[n], "generate", c], 100 * share[subjects[n], "run", c],
                    100 * share[subjects[n], "judge", c])
            }
            line = line cell
        }
        print line
    }
}
