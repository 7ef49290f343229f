package io.mintmark.testkit.judge;

import io.mintmark.testkit.judge.Spans.Piece;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of one counter in each of its lives, and those of which nobody can say in which life they were reserved.
 *
 * <p>Used by one thread at a time.
 */
final class CounterLives {
    private final List<Spans> lives = new ArrayList<>(List.of(new Spans()));
    private final Spans uncertain = new Spans();
    private int dropsBegun;
    private int dropsDone;
    private long uncertainCount;

    /**
     * An instant among the lives.
     *
     * @param begun how many drops had begun
     * @param done how many of them were done, which is the life
     */
    record Moment(int begun, int done) {}

    Moment now() {
        return new Moment(dropsBegun, dropsDone);
    }

    void dropBegins() {
        dropsBegun++;
    }

    void dropEnds() {
        dropsDone++;
        lives.add(new Spans());
    }

    /** Gives a range to a holder; returns what was not free. */
    List<Piece> reserve(Moment began, long low, long high, int holder) {
        if (began.begun != began.done || dropsBegun != began.begun) {
            uncertainCount++;
            uncertain.put(low, high, holder);
            return List.of();
        }
        Spans life = lives.get(began.done);
        List<Piece> taken = taken(life.pieces(low, high));
        life.put(low, high, holder);
        return taken;
    }

    private static List<Piece> taken(List<Piece> pieces) {
        return pieces.stream().filter(piece -> piece.holder() != Spans.FREE).toList();
    }

    /** Frees what the holder has of these numbers, in the newest life in which it has any; returns what others have. */
    List<Piece> giveBack(long low, long high, int holder) {
        boolean isUncertain = free(uncertain, low, high, holder)
                || !taken(uncertain.pieces(low, high)).isEmpty();
        for (int life = lives.size() - 1; life >= 0; life--) {
            List<Piece> before = lives.get(life).pieces(low, high);
            if (free(lives.get(life), low, high, holder)) {
                return taken(before).stream()
                        .filter(piece -> piece.holder() != holder)
                        .toList();
            }
        }
        return isUncertain ? List.of() : taken(lives.get(lives.size() - 1).pieces(low, high));
    }

    private static boolean free(Spans spans, long low, long high, int holder) {
        List<Piece> own = spans.pieces(low, high).stream()
                .filter(piece -> piece.holder() == holder)
                .toList();
        own.forEach(piece -> spans.put(piece.low(), piece.high(), Spans.FREE));
        return !own.isEmpty();
    }

    /** Issues numbers that need no range; returns those that were issued in the same life. */
    List<Piece> issue(long low, long high) {
        if (dropsBegun != dropsDone) {
            uncertainCount++;
            return List.of();
        }
        Spans life = lives.get(dropsDone);
        List<Piece> again = taken(life.pieces(low, high));
        life.put(low, high, Spans.ISSUED);
        return again;
    }

    /** Issues what the holder has, in whichever life; returns the rest, as its newest life has it. */
    List<Piece> issueCovered(long low, long high, int holder) {
        List<Piece> rest = List.of(new Piece(low, high, Spans.FREE));
        for (int life = lives.size() - 1; life >= 0 && !rest.isEmpty(); life--) {
            rest = issue(lives.get(life), rest, holder);
        }
        return rest.isEmpty() ? rest : wrong(issue(uncertain, rest, holder));
    }

    private static List<Piece> issue(Spans spans, List<Piece> wanted, int holder) {
        List<Piece> rest = new ArrayList<>();
        for (Piece each : wanted) {
            for (Piece piece : spans.pieces(each.low(), each.high())) {
                if (piece.holder() == holder) {
                    spans.put(piece.low(), piece.high(), Spans.ISSUED);
                } else {
                    rest.add(piece);
                }
            }
        }
        return rest;
    }

    /** Returns what is wrong with issued numbers that their process holds in no life. */
    private List<Piece> wrong(List<Piece> issued) {
        List<Piece> wrong = new ArrayList<>();
        for (Piece each : issued) {
            for (Piece piece : uncertain.pieces(each.low(), each.high())) {
                if (piece.holder() == Spans.FREE) {
                    wrong.addAll(seen(piece));
                }
            }
        }
        return wrong;
    }

    /** Returns a piece as the newest life shows it in which it is not free. */
    private List<Piece> seen(Piece piece) {
        List<Piece> pieces = List.of(piece);
        for (int life = lives.size() - 1; life >= 0; life--) {
            List<Piece> here = new ArrayList<>();
            for (Piece each : pieces) {
                if (each.holder() == Spans.FREE) {
                    here.addAll(lives.get(life).pieces(each.low(), each.high()));
                } else {
                    here.add(each);
                }
            }
            pieces = here;
        }
        return pieces;
    }

    long heldCount() {
        return lives.stream().mapToLong(Spans::heldCount).sum();
    }

    long uncertainCount() {
        return uncertainCount;
    }

    int size() {
        return lives.stream().mapToInt(Spans::size).sum() + uncertain.size();
    }
}
