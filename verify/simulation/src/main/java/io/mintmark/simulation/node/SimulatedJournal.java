package io.mintmark.simulation.node;

import io.mintmark.document.DocumentId;
import io.mintmark.simulation.engine.DatabaseRows;
import io.mintmark.simulation.judge.CreationsJudge;
import io.mintmark.simulation.plan.Agenda;
import io.mintmark.simulation.plan.Twin;
import io.mintmark.storage.StorageReads.Journaled;
import io.mintmark.storage.cutoff.ClaimRecord;
import io.mintmark.storage.cutoff.Journal;
import io.mintmark.storage.document.StoredDocument;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.util.List;
import java.util.Optional;

/** The journal of a process: groups of the shipped writer on a simulated disk, in virtual time. */
final class SimulatedJournal implements Journal {
    /** Little, so that a journal gets full. */
    private static final long BYTES_MAX = 1_500;

    private static final long OPERATORS_TIME = 20 * Agenda.SECOND;

    private final NodeProcess process;
    private final Keeping keeping;
    private final JournalDisk disk;
    private final JournalWork work;
    private final Lane lane;

    SimulatedJournal(NodeProcess process, Keeping keeping, JournalDisk disk) {
        this.process = process;
        this.keeping = keeping;
        this.disk = disk;
        this.work = new JournalWork(disk, BYTES_MAX);
        boolean syncs = process.world().settings().twin() != Twin.JOURNAL_NOT_SYNCED;
        this.lane = new Lane("journal", process, new DiskGroups(disk, process, syncs));
        setAside(0, Integer.MAX_VALUE).forEach(this::dropLater);
    }

    private CreationsJudge judge() {
        return process.world().creations();
    }

    private void tell(String what, Entry entry) {
        process.tell(what + entry.document().id() + " of " + entry.home().name());
    }

    @Override
    public void serve(Store store) {
        throw new UnsupportedOperationException("there is one store here");
    }

    @Override
    public Pending<List<StoredDocument>> append(Home home, List<Creation> creations, Party party) {
        long bytes = creations.stream()
                .mapToLong(each -> JournalWork.bytes(each.document()))
                .sum();
        keeping.look();
        return lane.submit(party, bytes, () -> {
            List<StoredDocument> kept = work.append(home, creations);
            kept.forEach(each -> process.tell(
                    "takes " + each.id() + " of " + home.name() + " into its journal, version " + each.etag()));
            return kept;
        });
    }

    @Override
    public void settle(List<Entry> home, List<SetAside> aside) {
        keeping.await(lane.submit(Party.NOBODY, 0, () -> {
            work.settle(home, aside);
            home.forEach(this::isHome);
            aside.forEach(this::isAside);
            return true;
        }));
    }

    private void isHome(Entry entry) {
        tell("has brought home ", entry);
        judge().home(entry.home().life(), putBacks(), entry.document());
    }

    private int putBacks() {
        return process.world().engine().putBacks();
    }

    private void isAside(SetAside aside) {
        Home home = aside.entry().home();
        boolean another = aside.reason().startsWith("Another document is there");
        tell(another ? "sets aside, for another document is there, " : "sets aside, of another life, ", aside.entry());
        DatabaseRows now = process.world().engine().database(Keeping.numberOf(home.name()));
        boolean sameLife = now != null && now.life().equals(home.life());
        judge().aside(home.life(), putBacks(), aside.entry().document(), another, sameLife);
        dropLater(aside);
    }

    private void dropLater(SetAside aside) {
        process.world()
                .agenda()
                .in(
                        OPERATORS_TIME,
                        () -> process.run(() -> {
                            Pending<Boolean> ignored = lane.submit(
                                    Party.NOBODY,
                                    0,
                                    () -> disk.drop(aside.entry().number()));
                        }));
    }

    @Override
    public boolean isEmpty() {
        return disk.isEmpty();
    }

    @Override
    public Fill fill() {
        return work.fill();
    }

    @Override
    public Optional<StoredDocument> find(Home home, DocumentId id) {
        return disk.find(home, id);
    }

    @Override
    public List<Home> homes() {
        return disk.homes();
    }

    /** Pages are short, so that several are under way. */
    @Override
    public List<Entry> oldest(Home home, long after, int limit) {
        return disk.entries(home::equals, after, Math.min(limit, 4));
    }

    @Override
    public List<Entry> entries(long after, int limit) {
        return disk.entries(any -> true, after, limit);
    }

    @Override
    public List<SetAside> setAside(long after, int limit) {
        return disk.setAside(after, limit);
    }

    @Override
    public boolean drop(long number) {
        throw new UnsupportedOperationException("operators drop later");
    }

    @Override
    public boolean again(long number, DocumentId id) {
        throw new UnsupportedOperationException("operators drop here what was set aside");
    }

    @Override
    public List<Journaled> listed(Home home, long after, int limit) {
        throw new UnsupportedOperationException("nobody lists it here");
    }

    @Override
    public ClaimRecord claim() {
        throw new UnsupportedOperationException("no node starts here without its engine");
    }

    @Override
    public void refresh() {
        // No other process writes to it.
    }

    @Override
    public void close() {
        // A process ends at once.
    }
}
