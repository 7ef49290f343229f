package io.mintmark.lab.hostile;

import io.mintmark.lab.instrument.Progress;
import io.mintmark.lab.report.Figures;
import io.mintmark.lab.report.MarkdownTable;
import io.mintmark.lab.report.TargetTable;
import java.io.IOException;

/**
 * One tenant fills rooms that all databases share: the processes for scripts, the places to wait for indexes, and the
 * thread that tells changes. Another tenant stores documents meanwhile, each of which an index follows and a watcher
 * hears of.
 */
final class RoomsScene {
    private static final double INDEX_SECONDS_MAX = 15;
    private static final double WATCHER_SECONDS_MAX = 1;

    private final Victims victims;
    private final long millis;
    private final MarkdownTable table = new MarkdownTable(
            "Beside",
            "documents of the neighbour",
            "its index behind, s, median / at most",
            "its watcher late, s, at most",
            "its waits for indexes that were served");

    /** Measures for {@code millis} beside nothing, and for as long beside full rooms. */
    RoomsScene(Victims victims, long millis) {
        this.victims = victims;
        this.millis = millis;
    }

    /** Runs, and prints what became of the neighbour; returns whether the targets are met. */
    boolean run() throws IOException {
        victims.startAfresh();
        try (Neighbour neighbour = Neighbour.moveIn(victims)) {
            Progress.say("a neighbour alone");
            row("nothing", neighbour.live(millis));
            Neighbour.Seen seen;
            try (FullRooms rooms = FullRooms.fill(victims)) {
                Progress.say("beside full rooms: %s", rooms);
                seen = neighbour.live(millis);
                row(rooms.toString(), seen);
            }
            table.print();
            TargetTable targets = new TargetTable("");
            targets.atMost("The neighbour's index behind, s", INDEX_SECONDS_MAX, seen.indexSecondsMax());
            targets.atMost("The neighbour's watcher late, s", WATCHER_SECONDS_MAX, seen.watcherSecondsMax());
            targets.atLeast("Waits for indexes that were served, %", 100, seen.servedPercent());
            targets.print("");
            return seen.indexSecondsMax() <= INDEX_SECONDS_MAX
                    && seen.watcherSecondsMax() <= WATCHER_SECONDS_MAX
                    && seen.servedPercent() >= 100;
        }
    }

    private void row(String beside, Neighbour.Seen seen) {
        table.row(
                beside,
                seen.documents(),
                Figures.text("%.2f / %.2f", seen.indexSecondsMedian(), seen.indexSecondsMax()),
                Figures.text("%.3f", seen.watcherSecondsMax()),
                Figures.text("%.0f %%", seen.servedPercent()));
    }
}
