package io.mintmark.server.plain;

import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.write.Holder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Says who holds a number, in one sentence. Stateless. */
final class NumberSentence {
    private NumberSentence() {}

    static String of(long number, NumberAnswer answer) {
        String subject = Long.toString(number);
        if (answer instanceof NumberAnswer.Held held) {
            return subject + " went to " + holder(held.holder()) + ", with "
                    + held.lease().low() + " to "
                    + held.lease().high() + ", from node " + held.node() + " at " + held.at()
                    + returned(held.returned())
                    + restored(held.restored());
        }
        if (answer instanceof NumberAnswer.Reserved reserved) {
            return subject + " is one of " + reserved.reservation().low() + " to "
                    + reserved.reservation().high() + ", which node " + reserved.node() + claim(reserved)
                    + " reserved at " + reserved.from() + why(reserved) + restored(reserved.restored());
        }
        if (answer instanceof NumberAnswer.Gap gap) {
            return subject + " is a gap: nobody got it, and nobody will. " + reason(gap.reason()) + at(gap.at());
        }
        if (answer instanceof NumberAnswer.Forgotten forgotten) {
            return "It is no longer known who got " + subject + ". " + cause(forgotten);
        }
        if (answer instanceof NumberAnswer.OfSlice slice) {
            return subject + slice(slice);
        }
        return subject + " is not reserved yet: the counter stands at " + ((NumberAnswer.NotReserved) answer).max()
                + ".";
    }

    private static String slice(NumberAnswer.OfSlice slice) {
        String owner = " is of the slice of claim " + slice.claim()
                + (slice.node() == null ? ", which no node has that lives" : ", of node " + slice.node());
        return owner
                + switch (slice.standing()) {
                    case HANDED_OUT -> ". That node handed it out while it was cut off; no record says to whom.";
                    case NOT_HANDED_OUT -> ", which has not handed it out.";
                    case ANOTHER_CLAIM -> ". No other node can judge whether it was handed out.";
                };
    }

    private static String holder(Holder holder) {
        String name = holder.principal() == null ? "" : holder.principal();
        String address = holder.client() == null ? "" : holder.client();
        String between = name.isEmpty() || address.isEmpty() ? "" : " at ";
        String all = name + between + address;
        return all.isEmpty() ? "a client of whom nothing was recorded" : all;
    }

    private static String returned(@Nullable Long returned) {
        return returned == null ? "." : "; what lay above " + returned + " was given back.";
    }

    private static String restored(@Nullable Instant restored) {
        return restored == null
                ? ""
                : " The database was raised as a whole at " + restored
                        + ", after a restore or a doubtful crash: this is what its copy knew.";
    }

    private static String claim(NumberAnswer.Reserved reserved) {
        return reserved.claim().isPresent() ? " (claim " + reserved.claim().getAsLong() + ")" : "";
    }

    private static String why(NumberAnswer.Reserved reserved) {
        Instant until = reserved.until();
        String end = until == null ? " It may do so yet." : " After " + until + " it handed out none of these.";
        return switch (reserved.why()) {
            case NOT_HANDED_OUT -> " and has not handed out yet.";
            case NOT_LOGGED ->
                " for its clients. To whom it gave that one, if to anybody, is in no log that is written." + end;
            case LOG_PRUNED -> " for its clients. The log of whom it gave that one to was pruned." + end;
            case NOT_RECORDED ->
                ", for a client or for itself: an earlier version of Mintmark did not record which." + end;
        };
    }

    private static String reason(NumberAnswer.Reason reason) {
        return switch (reason) {
            case CLIENT_AHEAD -> "The client that asked next had had higher numbers already";
            case RAISED -> "The counter was raised over it";
            case EDITED -> "The counter's document was edited to a higher number";
            case LEFT_OVER -> "It was left of what a node had reserved, and too little for the next range";
            case NOT_TAKEN_BACK -> "It was left of what a node had reserved, and the counter had moved on";
            case UNKNOWN -> "Nothing on record says why";
        };
    }

    private static String at(@Nullable Instant at) {
        return at == null ? "." : ", at " + at + ".";
    }

    private static String cause(NumberAnswer.Forgotten forgotten) {
        String upTo = "up to " + forgotten.upTo();
        return switch (forgotten.cause()) {
            case PRUNED -> "Leases " + upTo + " were pruned" + at(forgotten.at());
            case BEFORE_THE_RECORD -> "The record of this database begins above " + forgotten.upTo() + ".";
            case EARLIER_DATABASE ->
                "The counter began above " + forgotten.upTo()
                        + ", since an earlier database may have handed out what lies below" + at(forgotten.at());
            case RESTORED ->
                "The database was raised as a whole over numbers " + upTo + ", after a restore or a doubtful crash"
                        + at(forgotten.at());
        };
    }
}
