package io.mintmark.testkit;

import io.mintmark.range.OpenLease;
import io.mintmark.range.Reservation;
import io.mintmark.range.ReturnRule;
import io.mintmark.range.ReturnRule.Verdict;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server small enough to search: a counter, its serials and its open leases, and the rule by which it takes returns. */
final class ReturnModel {
    private ReturnModel() {}

    /** A return on its way; {@code token} is null from a client that sends none. */
    record Message(long last, long end, @Nullable Long token) {}

    /** How a server takes returns: ours, and the broken twins which show that the search finds what it looks for. */
    enum Rule {
        /** {@link ReturnRule}, the newest open lease being the latest. */
        OURS {
            @Override
            boolean take(Counter counter, Message message) {
                Verdict verdict =
                        ReturnRule.judge(counter.max, counter.open.peek(), message.last, message.end, message.token);
                if (verdict instanceof Verdict.Accepted accepted) {
                    counter.max = accepted.newMax();
                    counter.open.pop();
                    return true;
                }
                return false;
            }
        },
        /** What RavenDB's server does: it compares with the counter and remembers no lease. */
        RAVENDB {
            @Override
            boolean take(Counter counter, Message message) {
                if (message.end == counter.max && message.last <= counter.max) {
                    counter.max = message.last;
                    return true;
                }
                return false;
            }
        },
        /** Our rule, but the token finds its lease among all that ever were, and acceptance does not close it. */
        TOKEN_NEVER_CLOSED {
            @Override
            boolean take(Counter counter, Message message) {
                if (message.token == null) {
                    return OURS.take(counter, message);
                }
                OpenLease named = counter.ever.get(message.token);
                Verdict verdict = ReturnRule.judge(counter.max, named, message.last, message.end, message.token);
                if (verdict instanceof Verdict.Accepted accepted) {
                    counter.max = accepted.newMax();
                    return true;
                }
                return false;
            }
        },
        /** Our rule, but a wholly unused range needs no token. */
        UNUSED_WITHOUT_TOKEN {
            @Override
            boolean take(Counter counter, Message message) {
                OpenLease latest = counter.open.peek();
                boolean unused = latest != null && message.token == null && message.last == latest.low() - 1;
                Message believed = unused ? new Message(message.last, message.end, latest.serial()) : message;
                return OURS.take(counter, believed);
            }
        };

        /** Changes the counter if the rule accepts the message, and tells whether it did. */
        abstract boolean take(Counter counter, Message message);
    }

    /** The server's side. */
    static final class Counter implements ReturnSchedule.Counter {
        private final Rule rule;
        private final Deque<OpenLease> open = new ArrayDeque<>();
        private final Map<Long, OpenLease> ever = new HashMap<>();
        private long max;
        private long serial;

        Counter(Rule rule) {
            this.rule = rule;
        }

        long max() {
            return max;
        }

        @Override
        public OpenLease reserve(int size, long lastMax) {
            Reservation next = Reservation.of(max, lastMax, size, Reservation.CEILING_JS_SAFE);
            OpenLease lease = new OpenLease(++serial, next.low(), next.high());
            max = next.high();
            open.push(lease);
            ever.put(lease.serial(), lease);
            return lease;
        }

        @Override
        public boolean giveBack(long last, long end, @Nullable Long token) {
            return rule.take(this, new Message(last, end, token));
        }

        /** What a restart in doubt does. */
        void forgetLeases() {
            open.clear();
            ever.clear();
        }
    }
}
