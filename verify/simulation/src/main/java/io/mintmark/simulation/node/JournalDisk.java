package io.mintmark.simulation.node;

import io.mintmark.document.DocumentId;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Dice;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.StoredDocument;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The journal on the disk of one machine, which outlives processes: rows, and which groups of writes a power cut may
 * take. A disk that lies says that it synced, and did not; what was written before a sync that it honours is safe.
 */
public final class JournalDisk {
    private final int machine;
    private final Agenda agenda;
    private final Dice dice;
    private final TreeMap<Long, Row> rows = new TreeMap<>();
    private final Deque<Group> atRisk = new ArrayDeque<>();
    private Group open = new Group();
    private long last;
    private boolean lying;
    private @Nullable Runnable trap;
    private boolean trapsLeaving;

    /** A document on its way, or one that was set aside. */
    private record Row(Journal.Entry entry, Journal.@Nullable SetAside aside) {
        boolean isOnItsWay() {
            return aside == null;
        }
    }

    /** What a group changed. */
    private static final class Group {
        private final Map<Long, Optional<Row>> before = new LinkedHashMap<>();
        private long syncedAt;
        private boolean honoured;
        private boolean lied;

        boolean letsLeave() {
            return before.values().stream().anyMatch(Optional::isPresent);
        }

        /** Returns whether its sync says that everything up to it is safe. */
        boolean isSafe(long now) {
            return honoured && syncedAt <= now;
        }
    }

    /**
     * What a power cut took.
     *
     * @param groups how many groups of writes
     * @param lied documents that the disk said it had and has not, or that it said it had forgotten
     */
    record Lost(int groups, List<Journal.Entry> lied) {}

    JournalDisk(int machine, Agenda agenda, Dice dice) {
        this.machine = machine;
        this.agenda = agenda;
        this.dice = dice;
    }

    int machine() {
        return machine;
    }

    /** Returns whether nothing is on its way home. */
    public boolean isEmpty() {
        return rows.values().stream().noneMatch(Row::isOnItsWay);
    }

    /** Returns whether there never was a journal, or nothing of it is left. */
    boolean isUnused() {
        return rows.isEmpty();
    }

    /** Says whether it says of each sync that it is done, without doing it. */
    public void lie(boolean lies) {
        lying = lies;
    }

    /** Runs {@code what} while the next group is synced, one by which something {@code leaves} if so. */
    public void duringNextSync(Runnable what, boolean leaves) {
        trap = what;
        trapsLeaving = leaves;
    }

    void begin() {
        open = new Group();
    }

    /** Writes the present group, whose sync takes so long; {@code syncs} says whether there is a sync at all. */
    void commit(long sync, boolean syncs) {
        open.honoured = syncs && !lying;
        open.lied = lying;
        open.syncedAt = agenda.now() + sync;
        forgetSafe();
        atRisk.addLast(open);
        Runnable trapped = trap;
        if (trapped != null && (!trapsLeaving || open.letsLeave())) {
            trap = null;
            agenda.in(dice.between(0, sync * 5 / 4), trapped);
        }
        open = new Group();
    }

    void abandon() {
        revert(open);
        open = new Group();
    }

    private void forgetSafe() {
        long now = agenda.now();
        if (atRisk.stream().anyMatch(group -> group.isSafe(now))) {
            while (!atRisk.removeFirst().isSafe(now)) {
                // A sync that was honoured made it safe.
            }
            forgetSafe();
        }
    }

    /** The machine loses its power: a number of the last groups is gone that were not synced. */
    Lost cutOff() {
        forgetSafe();
        trap = null;
        lying = false;
        int kept = dice.below(atRisk.size() + 1);
        int gone = atRisk.size() - kept;
        Map<Long, Journal.Entry> lost = new TreeMap<>();
        for (int i = 0; i < gone; i++) {
            Group group = atRisk.removeLast();
            group.before.forEach((number, before) -> {
                Row now = rows.get(number);
                Row row = before.orElse(now);
                if (group.lied && row != null && (now == null || before.isEmpty())) {
                    lost.put(number, row.entry());
                }
            });
            revert(group);
        }
        atRisk.clear();
        return new Lost(gone, List.copyOf(lost.values()));
    }

    private void revert(Group group) {
        group.before.forEach(
                (number, before) -> before.ifPresentOrElse(row -> rows.put(number, row), () -> rows.remove(number)));
    }

    private void set(long number, @Nullable Row row) {
        open.before.putIfAbsent(number, Optional.ofNullable(rows.get(number)));
        if (row == null) {
            rows.remove(number);
        } else {
            rows.put(number, row);
        }
    }

    private Stream<Journal.Entry> onTheirWay() {
        return rows.values().stream().filter(Row::isOnItsWay).map(Row::entry);
    }

    Optional<StoredDocument> find(Journal.Home home, DocumentId id) {
        return onTheirWay()
                .filter(entry -> entry.home().life().equals(home.life())
                        && entry.document().id().key().equals(id.key()))
                .map(Journal.Entry::document)
                .findFirst();
    }

    List<Journal.Home> homes() {
        return onTheirWay().map(Journal.Entry::home).distinct().toList();
    }

    List<Journal.Entry> entries(Predicate<Journal.Home> of, long after, int limit) {
        return onTheirWay()
                .filter(entry -> entry.number() > after && of.test(entry.home()))
                .limit(limit)
                .toList();
    }

    List<Journal.SetAside> setAside(long after, int limit) {
        return rows.tailMap(after, false).values().stream()
                .flatMap(row -> Stream.ofNullable(row.aside()))
                .limit(limit)
                .toList();
    }

    void add(Journal.Home home, StoredDocument document) {
        last++;
        set(last, new Row(new Journal.Entry(last, home, document), null));
    }

    private boolean change(long number, boolean onItsWay, @Nullable Row now) {
        Row row = rows.get(number);
        boolean isThere = row != null && row.isOnItsWay() == onItsWay;
        if (isThere) {
            set(number, now);
        }
        return isThere;
    }

    /** Removes a document that is on its way; returns whether there was one. */
    boolean remove(long number) {
        return change(number, true, null);
    }

    /** Sets a document aside that is on its way; returns whether there was one. */
    boolean setAside(Journal.SetAside aside) {
        return change(aside.entry().number(), true, new Row(aside.entry(), aside));
    }

    /** Removes a document that had been set aside; returns whether there was one. */
    boolean drop(long number) {
        return change(number, false, null);
    }

    Journal.Fill fill(long bytesMax) {
        long entries = onTheirWay().count();
        long bytes = rows.values().stream()
                .mapToLong(row -> JournalWork.bytes(row.entry().document()))
                .sum();
        return new Journal.Fill(entries, rows.size() - entries, bytes, bytesMax);
    }
}
