package io.mintmark.testkit;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.Life;
import io.mintmark.counter.OpenLease;
import io.mintmark.counter.Reservation;
import io.mintmark.counter.ReturnRule;
import io.mintmark.counter.ReturnRule.Verdict;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server small enough to search: a counter, its serials and its open leases, and the rule by which it takes returns. */
final class ReturnModel {
    private ReturnModel() {}

    /** A return that arrived; {@code token} is null from a client that sends none. */
    record Message(long last, long end, @Nullable LeaseToken token) {}

    /** How a server takes returns: ours, and the broken twins which show that the search finds what it looks for. */
    enum Rule {
        /** {@link ReturnRule}, the newest open lease being the latest. */
        OURS {
            @Override
            boolean take(Counter counter, Message message) {
                return counter.takeAfter(counter.past.highestEnd, message);
            }
        },
        /** RavenDB's rule: compare with the counter and remember no lease. */
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
                OpenLease named = counter.ever.get(message.token.serial());
                Verdict verdict =
                        ReturnRule.judge(counter.life(0), counter.max, named, message.last, message.end, message.token);
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
                LeaseToken token = unused ? counter.token(latest.serial()) : message.token;
                return OURS.take(counter, new Message(message.last, message.end, token));
            }
        },
        /** Our rule, but a token is the serial alone. */
        TOKEN_WITHOUT_LIFE {
            @Override
            boolean take(Counter counter, Message message) {
                LeaseToken token = message.token == null ? null : counter.token(message.token.serial());
                return OURS.take(counter, new Message(message.last, message.end, token));
            }
        },
        /** Our rule, but without a token an earlier life's end is as good as any. */
        NO_END_BEFORE {
            @Override
            boolean take(Counter counter, Message message) {
                return counter.takeAfter(0, message);
            }
        },
        /** Our rule, but of an earlier life it knows the leases only that were open in the end. */
        END_OF_OPEN_LEASES {
            @Override
            boolean take(Counter counter, Message message) {
                return counter.takeAfter(counter.past.highestOpenEnd, message);
            }
        },
        /** Our rule, but of an earlier life it knows only where the counter stood in the end. */
        COUNTER_WHEN_DROPPED {
            @Override
            boolean take(Counter counter, Message message) {
                return counter.takeAfter(counter.past.highestMax, message);
            }
        },
        /** Our rule, but it knows the life before this one only. */
        END_OF_THE_LAST_LIFE {
            @Override
            boolean take(Counter counter, Message message) {
                return counter.takeAfter(counter.past.endOfTheLast, message);
            }
        };

        /** Changes the counter if the rule accepts the message, and returns whether it did. */
        abstract boolean take(Counter counter, Message message);
    }

    /** The memory of earlier lives: as our rule needs it, and as it may look like enough. */
    private static final class Past {
        int lives;
        long highestEnd;
        long highestOpenEnd;
        long highestMax;
        long endOfTheLast;
    }

    /** The server's side. */
    static final class Counter implements ReturnSchedule.Counter {
        private final Rule rule;
        private final Past past = new Past();
        private final Deque<OpenLease> open = new ArrayDeque<>();
        private final Map<Long, OpenLease> ever = new HashMap<>();
        private final Map<String, LeaseToken> tokens = new HashMap<>();
        private long max;
        private long highestEnd;
        private long serial;

        Counter(Rule rule) {
            this.rule = rule;
        }

        long max() {
            return max;
        }

        private Life life(long endBefore) {
            return new Life("life-" + past.lives, endBefore);
        }

        private LeaseToken token(long serial) {
            return new LeaseToken("life-" + past.lives, serial);
        }

        private boolean takeAfter(long endBefore, Message message) {
            Verdict verdict =
                    ReturnRule.judge(life(endBefore), max, open.peek(), message.last, message.end, message.token);
            if (verdict instanceof Verdict.Accepted accepted) {
                max = accepted.newMax();
                open.pop();
                return true;
            }
            return false;
        }

        @Override
        public ReturnSchedule.Lease reserve(int size, long lastMax) {
            Reservation next = Reservation.of(max, lastMax, size, Reservation.CEILING_JS_SAFE);
            OpenLease lease = new OpenLease(++serial, next.low(), next.high());
            max = next.high();
            highestEnd = Math.max(highestEnd, max);
            open.push(lease);
            ever.put(lease.serial(), lease);
            LeaseToken token = token(lease.serial());
            tokens.put(token.toString(), token);
            return new ReturnSchedule.Lease(lease.low(), lease.high(), token.toString());
        }

        @Override
        public boolean giveBack(long last, long end, @Nullable String token) {
            return rule.take(this, new Message(last, end, token == null ? null : tokens.get(token)));
        }

        @Override
        public void dropAndCreate() {
            past.lives++;
            past.highestEnd = Math.max(past.highestEnd, highestEnd);
            past.highestMax = Math.max(past.highestMax, max);
            past.endOfTheLast = highestEnd;
            for (OpenLease lease : open) {
                past.highestOpenEnd = Math.max(past.highestOpenEnd, lease.high());
            }
            max = 0;
            highestEnd = 0;
            serial = 0;
            forgetLeases();
        }

        /** The effect of a restart in doubt. */
        void forgetLeases() {
            open.clear();
            ever.clear();
        }
    }
}
