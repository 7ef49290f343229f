package io.mintmark.testkit.judge;

import io.mintmark.testkit.judge.Spans.Piece;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The numbers of one counter in each of its lives, and those of which nobody can say whose they are, or in which life.
 *
 * <p>Used by one thread at a time.
 */
final class CounterLives {
    private final List<Spans> lives = new ArrayList<>(List.of(new Spans()));
    /** Ranges of either life, in layers, since one of them may lie over another: each explains its numbers once. */
    private final List<Spans> uncertain = new ArrayList<>();

    private final Set<Returned> returned = new HashSet<>();
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

    /** The holder of a range that it gave back, and the range's last number. */
    private record Returned(int holder, long end) {}

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
            leaveOpen(low, high, holder);
            return List.of();
        }
        Spans life = lives.get(began.done);
        List<Piece> taken = taken(life.pieces(low, high));
        life.put(low, high, holder);
        return taken;
    }

    private void leaveOpen(long low, long high, int holder) {
        for (Spans layer : uncertain) {
            if (taken(layer.pieces(low, high)).isEmpty()) {
                layer.put(low, high, holder);
                return;
            }
        }
        Spans layer = new Spans();
        layer.put(low, high, holder);
        uncertain.add(layer);
    }

    private static List<Piece> taken(List<Piece> pieces) {
        return pieces.stream().filter(piece -> piece.holder() != Spans.FREE).toList();
    }

    /**
     * Frees what the holder has of these numbers in the newest life, the only one whose numbers can be taken back;
     * returns what others have of them.
     *
     * <p>A return that the holder sends again may mean numbers that it had before, and not those that it has reserved
     * since: nobody can say from then on whose they are.
     */
    List<Piece> giveBack(long low, long high, int holder) {
        boolean isRepeated = !returned.add(new Returned(holder, high));
        Spans life = lives.get(lives.size() - 1);
        List<Piece> others = new ArrayList<>();
        for (Piece piece : taken(life.pieces(low, high))) {
            if (piece.holder() != holder) {
                others.add(piece);
                continue;
            }
            life.put(piece.low(), piece.high(), Spans.FREE);
            if (isRepeated) {
                leaveOpen(piece.low(), piece.high(), holder);
            }
        }
        return dropsBegun != dropsDone
                ? List.of()
                : others.stream().flatMap(each -> certain(each).stream()).toList();
    }

    /** Returns what of a piece no range of either life covers. */
    private List<Piece> certain(Piece piece) {
        List<Piece> certain = List.of(piece);
        for (Spans layer : uncertain) {
            certain = certain.stream()
                    .flatMap(each -> layer.pieces(each.low(), each.high()).stream())
                    .filter(each -> each.holder() == Spans.FREE)
                    .toList();
        }
        return certain.stream()
                .map(each -> new Piece(each.low(), each.high(), piece.holder()))
                .toList();
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

    /**
     * Issues what the holder has, in whichever life; returns the rest, as its newest life has it.
     *
     * <p>A number that the holder has in several lives counts for the oldest, so that the newest is held against it
     * only where no other one explains it.
     */
    List<Piece> issueCovered(long low, long high, int holder) {
        List<Piece> rest = List.of(new Piece(low, high, Spans.FREE));
        for (Spans layer : uncertain) {
            rest = issue(layer, rest, holder);
        }
        for (Spans life : lives) {
            rest = issue(life, rest, holder);
        }
        return rest.stream().flatMap(each -> seen(each).stream()).toList();
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

    /** Returns a piece as the newest life shows it in which it is not free, or else what may be of either life. */
    private List<Piece> seen(Piece issued) {
        List<Spans> places = new ArrayList<>(lives);
        Collections.reverse(places);
        places.addAll(uncertain);
        List<Piece> pieces = List.of(new Piece(issued.low(), issued.high(), Spans.FREE));
        for (Spans place : places) {
            pieces = pieces.stream().flatMap(each -> seen(each, place)).toList();
        }
        return pieces;
    }

    private static Stream<Piece> seen(Piece piece, Spans place) {
        return piece.holder() == Spans.FREE ? place.pieces(piece.low(), piece.high()).stream() : Stream.of(piece);
    }

    /** Returns how many numbers are held in all lives; the largest long stands for more. */
    long heldCount() {
        return Spans.sum(lives.stream().map(Spans::heldCount));
    }

    long uncertainCount() {
        return uncertainCount;
    }

    int size() {
        return Stream.concat(lives.stream(), uncertain.stream())
                .mapToInt(Spans::size)
                .sum();
    }
}
