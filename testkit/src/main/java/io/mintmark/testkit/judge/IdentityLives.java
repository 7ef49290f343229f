package io.mintmark.testkit.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The numbers that one identity gave in each of its lives. Used by one thread. */
final class IdentityLives {
    private static final int SHOWN_MAX = 5;

    private final List<Spans> lives = new ArrayList<>(List.of(new Spans()));
    private long highest = Long.MIN_VALUE;
    private long highestGivenBy;
    private int dropsBegun;
    private int dropsOver;
    private long uncertainCount;
    private long openCount;

    /**
     * What was so when a number was asked for.
     *
     * @param dropsBegun how many drops had begun
     * @param isCertain whether they were over
     * @param highest the highest number that had been given in this life
     * @param highestGivenBy the operation that had given it
     */
    record Asked(int dropsBegun, boolean isCertain, long highest, long highestGivenBy) {}

    /**
     * What is wrong with a number.
     *
     * @param isAgain whether it was given before
     * @param isBehind whether it is smaller than one that was given before it was asked for
     */
    record Answer(boolean isAgain, boolean isBehind) {}

    Asked ask() {
        openCount++;
        return new Asked(dropsBegun, dropsBegun == dropsOver, highest, highestGivenBy);
    }

    void askEnds() {
        openCount--;
    }

    /** Returns which life it is; one that a drop has begun to end is another one, until that fails. */
    int life() {
        return lives.size() + dropsBegun - dropsOver;
    }

    void dropBegins() {
        dropsBegun++;
    }

    void dropFails() {
        dropsOver++;
    }

    void dropEnds() {
        dropsOver++;
        lives.add(new Spans());
        highest = Long.MIN_VALUE;
    }

    Answer give(Asked asked, long number, long operation) {
        if (!asked.isCertain || asked.dropsBegun != dropsBegun) {
            uncertainCount++;
            return new Answer(false, false);
        }
        Spans life = lives.get(lives.size() - 1);
        boolean isAgain = life.pieces(number, number).get(0).holder() == Spans.ISSUED;
        life.put(number, number, Spans.ISSUED);
        if (number > highest) {
            highest = number;
            highestGivenBy = operation;
        }
        return new Answer(isAgain, number < asked.highest);
    }

    /** Returns how many numbers are missing between those that were given; the largest long stands for more. */
    long gapCount() {
        return Spans.sum(lives.stream().flatMap(life -> life.gaps().stream()).map(Spans.Piece::count));
    }

    /** Returns the first few gaps. */
    String gapsText() {
        List<Spans.Piece> gaps =
                lives.stream().flatMap(life -> life.gaps().stream()).toList();
        String first = gaps.stream().limit(SHOWN_MAX).map(Spans.Piece::toString).collect(Collectors.joining(", "));
        return gaps.size() > SHOWN_MAX ? first + " and others" : first;
    }

    /** Returns how many gaps may be numbers that were given: of unknown outcome, or of either life. */
    long explainedCount() {
        return openCount + uncertainCount;
    }

    long uncertainCount() {
        return uncertainCount;
    }
}
