package io.mintmark.lab.proof;

import java.util.ArrayDeque;
import java.util.Deque;

/** One file, whatever it is called: what is on stable storage, and what was done since. */
final class DiskFile {
    private Sectors stable = new Sectors(new byte[0], 0);
    private final Deque<Change> changes = new ArrayDeque<>();

    /** A write, or a cut to a length if {@code data} is empty. */
    private static final class Change {
        final byte[] data;
        final long at;
        private State state = State.WAITING;

        Change(byte[] data, long at) {
            this.data = data;
            this.at = at;
        }

        boolean isTearable() {
            return data.length > 0 && Sectors.sectors(data, at) > 1;
        }

        void applyTo(Sectors file) {
            if (data.length > 0) {
                file.write(data, at);
            } else {
                file.cut(at);
            }
        }
    }

    /** Fate of a change. */
    private enum State {
        WAITING,
        /** Stable, but after one that is not. */
        STABLE,
        /** Its sync failed, and the system forgot it: no later sync covers it. */
        FORGOTTEN
    }

    void write(byte[] data, long offset) {
        if (data.length > 0) {
            changes.add(new Change(data, offset));
        }
    }

    void cut(long length) {
        changes.add(new Change(new byte[0], length));
    }

    /** Makes everything stable that was done so far, unless the sync failed. */
    void sync(boolean failed) {
        for (Change change : changes) {
            if (change.state == State.WAITING) {
                change.state = failed ? State.FORGOTTEN : State.STABLE;
            }
        }
        while (!changes.isEmpty() && changes.getFirst().state == State.STABLE) {
            changes.removeFirst().applyTo(stable);
        }
    }

    int uncovered() {
        return (int)
                changes.stream().filter(change -> change.state != State.STABLE).count();
    }

    int tearable() {
        return (int) changes.stream()
                .filter(change -> change.state != State.STABLE && change.isTearable())
                .count();
    }

    /** Returns what a power cut leaves of it. */
    Sectors after(Choice choice) {
        Sectors left = new Sectors(stable.array(), stable.length());
        for (Change change : changes) {
            if (change.state == State.STABLE) {
                change.applyTo(left);
                continue;
            }
            boolean kept = choice.keepsNext();
            if (change.isTearable() && choice.tearsNext()) {
                left.tear(change.data, change.at, choice.random());
            } else if (kept) {
                change.applyTo(left);
            }
        }
        return left;
    }
}
