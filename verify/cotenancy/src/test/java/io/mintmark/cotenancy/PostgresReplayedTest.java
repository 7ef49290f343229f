package io.mintmark.cotenancy;

class PostgresReplayedTest extends ReplayedContract {
    @Override
    Engine engine() {
        return Engine.POSTGRES;
    }
}
