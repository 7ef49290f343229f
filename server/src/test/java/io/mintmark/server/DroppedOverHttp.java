package io.mintmark.server;

import static io.mintmark.server.TestServer.encoded;

import io.mintmark.server.TestServer.Answer;
import io.mintmark.testkit.ReturnSchedule;
import org.jspecify.annotations.Nullable;

/** A database over HTTP with counters for {@link ReturnSchedule}s, dropped and created again under its users. */
class DroppedOverHttp {
    final TestServer server;
    private final String name;

    DroppedOverHttp(TestServer server, String name) {
        this.server = server;
        this.name = name;
        server.createDatabase(name);
    }

    /** Returns the database's name in this life. */
    String name() {
        return name;
    }

    /** Drops the database, erases its files or leaves them, and creates one of the same name. */
    void dropAndCreate(boolean hard) {
        drop(hard);
        server.createDatabase(name());
    }

    final void drop(boolean hard) {
        Answer answer = server.delete(
                "/admin/databases", "{\"HardDelete\":" + hard + ",\"DatabaseNames\":[\"" + name() + "\"]}");
        if (answer.status() != 200) {
            throw new AssertionError("the database was not dropped: " + answer);
        }
    }

    /** Returns what is sent in the place of a token; here the same. */
    String shown(String token) {
        return token;
    }

    /** Returns the counter of that tag, in whatever life the database is. */
    ReturnSchedule.Counter counter(String tag) {
        return new ReturnSchedule.Counter() {
            @Override
            public ReturnSchedule.Lease reserve(int size, long lastMax) {
                return DroppedOverHttp.this.reserve(tag, size, lastMax);
            }

            @Override
            public boolean giveBack(long last, long end, @Nullable String token) {
                return DroppedOverHttp.this.giveBack(tag, last, end, token);
            }
        };
    }

    ReturnSchedule.Lease reserve(String tag, int size, long lastMax) {
        Answer answer = server.get("/databases/" + name() + "/hilo/next?tag=" + encoded(tag) + "&lastBatchSize=" + size
                + "&lastMax=" + lastMax);
        if (answer.status() != 201) {
            throw new AssertionError("no range was reserved: " + answer);
        }
        return new ReturnSchedule.Lease(
                answer.number("Low"),
                answer.number("High"),
                answer.header("Mintmark-Lease").orElseThrow());
    }

    /** Returns whether the return was accepted; both are answered with 204. */
    boolean giveBack(String tag, long last, long end, @Nullable String token) {
        String lease = token == null ? "" : "&lease=" + encoded(shown(token));
        Answer answer = server.put(
                "/databases/" + name() + "/hilo/return?tag=" + encoded(tag) + "&end=" + end + "&last=" + last + lease,
                "");
        if (answer.status() != 204) {
            throw new AssertionError("the return was not answered with 204: " + answer);
        }
        return answer.header("Mintmark-Return").orElseThrow().equals("accepted");
    }

    /**
     * The broken twin, whatever the server does: each life has a name of its own, so the server knows of no earlier one,
     * and a token of any life is shown as one of this life's with the same serial.
     */
    static final class Forgetful extends DroppedOverHttp {
        private volatile int life = 1;
        private volatile String tokenOfThisLife = "";

        Forgetful(TestServer server, String name) {
            super(server, name);
        }

        @Override
        String name() {
            return life <= 1 ? super.name() : super.name() + "-" + life;
        }

        @Override
        void dropAndCreate(boolean hard) {
            drop(hard);
            life++;
            server.createDatabase(name());
        }

        @Override
        ReturnSchedule.Lease reserve(String tag, int size, long lastMax) {
            ReturnSchedule.Lease lease = super.reserve(tag, size, lastMax);
            tokenOfThisLife = lease.token();
            return lease;
        }

        /** Puts the serial, which is what follows the last dot, after what this life's tokens begin with. */
        @Override
        String shown(String token) {
            String begin = tokenOfThisLife.substring(0, tokenOfThisLife.lastIndexOf('.') + 1);
            return begin + token.substring(token.lastIndexOf('.') + 1);
        }
    }
}
