/* Qitai plugin ABI, version 1 (draft): a way to other machines. Factory id "qitai.transport/1" answers a const
 * qitai_transport*.
 *
 * Words. An *endpoint* is this machine's end of the transport: what is found, heard and dialled through it. A *peer* is
 * another machine that might be talked to; its *address* is a text that only the transport understands, the same each
 * time the peer is met. A *link* is one connection to one peer: messages whole, in order, each once, until it ends.
 *
 * What a transport carries is neither trusted nor secret to the game, which does its own proving and enciphering; the
 * transport's duty is that nobody who is not asked for can crash, block or fill it.
 *
 * The course of things. The game opens an endpoint and says what it wishes: to be visible, to look for peers (scan), to
 * take calls (listen), a link to an address (dial). Wishes stand until they are changed, through every adapter that is
 * pulled out and comes back: whether one is being fulfilled, and if not, why, is told by events.state. Nothing waits: the
 * game's loop polls the descriptors and calls pump when one is ready, when `next` says so, after any other call on the
 * endpoint, and after qitai_host.wake. All that happens is told inside pump, by the functions of qitai_transport_events.
 *
 * Threads. All calls on one endpoint are made by one thread. Events are told on that thread, during pump alone; no
 * function of the endpoint is called while one is. A transport may have threads of its own, which wake the game's loop.
 *
 * Time is in microseconds of CLOCK_BOOTTIME and comes in with pump; what was asked for before takes effect then. Only the
 * bytes of a link's messages may leave before, during send.
 *
 * Ownership. What an event points to lives until that event returns. An endpoint is the plugin's, from open to close.
 *
 * Errors. After QITAI_ERROR from a function of an endpoint only close may be called. Failures of the world outside (no
 * adapter, nobody there, refused) are no such errors: they have an id out of qitai_transport_info.failures, with texts
 * that say to a player what happened and what to do. Ids that mean the same in every transport, with their flags:
 *   "refused"          the far machine is there and takes no calls
 *   "absent"           nobody answers at that address                                   RETRY
 *   "busy"             the far machine has no room for another link                     RETRY
 *   "lost"             the link broke: out of reach, silent, or the own adapter gone    RETRY
 *   "far-closed"       the far side ended the link, or its program ended: a transport need not know which
 *   "no-game"          the far machine does not have the game
 *   "protocol"         the far side sent what this transport's own rules do not allow
 *   "pairing-refused"  the other player said no, or the numbers differed
 *   "pairing-failed"   nobody answered the question, or the machines cannot pair
 *   "permission"       the system does not let the game do it                           LOCAL
 *   "no-adapter"       there is none                                                    LOCAL
 *   "off"              it is switched off or blocked                                    LOCAL
 *   "in-use"           another program holds what is needed                             LOCAL
 *   "unusable"         what the transport needs is there and not fit for use            LOCAL */
#ifndef QITAI_TRANSPORT_H
#define QITAI_TRANSPORT_H

#include <qitai/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

#define QITAI_TRANSPORT_ID "qitai.transport/1"

#define QITAI_TRANSPORT_MESSAGE 600  /* bytes: every link takes messages of this size; the game relies on no more */
#define QITAI_TRANSPORT_MTU_MAX 65535 /* bytes, the most that a link may say it takes */
#define QITAI_TRANSPORT_ADDRESS 64   /* bytes, the longest address: visible ASCII, no blanks */
#define QITAI_TRANSPORT_NAME 64      /* bytes, the longest name of a machine, peer or adapter */
#define QITAI_TRANSPORT_PEERS 128    /* found and not gone, at one time */
#define QITAI_TRANSPORT_ADAPTERS 16 /* told and not gone, at one time */
#define QITAI_TRANSPORT_EVENTS 1024  /* told by one pump; what is left waits for the next, which is then due at once */

#define QITAI_AT_ONCE INT64_MIN /* as an instant: now */
#define QITAI_NEVER INT64_MAX

/* ---------------------------------------------------------------- description (filled by the plugin, read-only) */

/* Something that can go wrong. Element of an array, may grow. */
typedef struct qitai_failure_info {
  qitai_str id;       /* [a-z0-9-]{1,32}, unique; common ones stand above */
  qitai_str what_key; /* one sentence: what happened */
  qitai_str help_key; /* one sentence: what to do about it */
  uint32_t flags;     /* QITAI_FAILURE_… */
  uint32_t reserved;  /* 0 */
} qitai_failure_info;
#define QITAI_FAILURE_RETRY 1u /* the same again, a little later, may go well */
#define QITAI_FAILURE_LOCAL 2u /* it lies with this machine: nothing goes, with whomever, until it is mended */

typedef struct qitai_transport_info {
  uint32_t struct_size;
  uint32_t flags;      /* QITAI_TRANSPORT_… */
  qitai_str id;        /* "bluetooth", "local"; [a-z0-9-]{1,32}, unique among transports */
  qitai_str name_key;
  qitai_str blurb_key; /* one line: whom it reaches */
  uint32_t links_max;  /* links at one time, 1…64, those being dialled and hung up counted */
  uint32_t reserved;   /* 0 */
  qitai_array failures; /* of qitai_failure_info, 1…64: every id that an event may name */
  qitai_array texts;    /* of qitai_text, at most 1,000: the keys named here, in all three languages */
} qitai_transport_info;
#define QITAI_TRANSPORT_FINDS 1u    /* it can look for peers; without, addresses come from the players */
#define QITAI_TRANSPORT_SHOWS 2u    /* being found is something that can be switched on and off */
#define QITAI_TRANSPORT_PAIRS 4u    /* a first link may ask both players to compare a number */
#define QITAI_TRANSPORT_CIPHERS 8u  /* what it sends cannot be read on the way */
#define QITAI_TRANSPORT_CHOOSES 16u /* there may be several adapters, of which one is used */
#define QITAI_TRANSPORT_ASKS 32u    /* it learns whether a peer has the game without disturbing anybody there */

/* ---------------------------------------------------------------- what is told (filled by the plugin, read by the game) */

/* Another machine. Everything in it comes from outside: names are repaired and cut by the game. */
typedef struct qitai_peer {
  uint32_t struct_size;
  uint32_t flags;    /* QITAI_PEER_… */
  qitai_str address; /* never empty */
  qitai_str name;    /* as that machine says; empty: not known yet */
  int32_t signal;    /* QITAI_SIGNAL_… */
  uint32_t reserved; /* 0 */
} qitai_peer;
#define QITAI_PEER_GAME 1u  /* has shown that it has the game */
#define QITAI_PEER_ASKED 2u /* it is settled whether it has the game */
#define QITAI_PEER_KNOWN 4u /* paired with, or otherwise remembered by the system */
#define QITAI_SIGNAL_UNKNOWN 0
#define QITAI_SIGNAL_WEAK 1
#define QITAI_SIGNAL_FAIR 2
#define QITAI_SIGNAL_STRONG 3

/* A link that can be talked over from now on. */
typedef struct qitai_link {
  uint32_t struct_size;
  uint32_t flags; /* QITAI_LINK_… */
  uint64_t id;    /* never 0; greater than all that this endpoint gave before, here and by dial */
  uint32_t mtu;   /* bytes of the longest message, QITAI_TRANSPORT_MESSAGE…QITAI_TRANSPORT_MTU_MAX */
  uint32_t reserved; /* 0 */
  const qitai_peer *peer; /* who is at the other end */
} qitai_link;
#define QITAI_LINK_CIPHERED 1u /* what is sent cannot be read on the way */
#define QITAI_LINK_PAIRED 2u   /* both machines hold a key of each other: of their pairing, now or earlier. Whether players compared
                                * numbers for it is up to what the machines can show: a partner without a screen is paired too */

/* A question to the player before a link can be. */
typedef struct qitai_pairing {
  uint32_t struct_size;
  int32_t kind;       /* QITAI_PAIRING_… */
  uint64_t id;        /* never 0; greater than all that this endpoint gave before */
  const qitai_peer *peer;
  uint32_t number;    /* 0…999999, shown with six digits */
  uint32_t seconds;   /* until the question is over by itself; 0: not known */
} qitai_pairing;
#define QITAI_PAIRING_COMPARE 0 /* is this number on the other screen too? yes or no */
#define QITAI_PAIRING_ALLOW 1   /* may that machine connect at all? no number; yes or no */
#define QITAI_PAIRING_SHOW 2    /* this number is to be typed on the other machine; only "no" can be answered */

/* An adapter of this machine. */
typedef struct qitai_adapter {
  uint32_t struct_size;
  uint32_t flags;    /* QITAI_ADAPTER_… */
  qitai_str id;      /* manner of an address; the same each time it is plugged in */
  qitai_str name;
  qitai_str failure; /* why it cannot be used now: an id of failures; empty: it can */
} qitai_adapter;
#define QITAI_ADAPTER_CHOSEN 1u /* the one that is used, or would be if it could */
#define QITAI_ADAPTER_POWER 2u  /* power can switch it on and off */

/* What qitai_transport_events.state is about. */
#define QITAI_STATE_VISIBLE 0
#define QITAI_STATE_SCAN 1
#define QITAI_STATE_LISTEN 2

/* Where pump tells what happened; filled by the game. A function may be NULL where the game does not care; those beyond
 * struct_size are. A plugin tells nothing more than these, and returns from pump soon after a negative answer. */
typedef struct qitai_transport_events {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  void *ctx;         /* passed back as first argument */
  /* Whether a wish (QITAI_STATE_…) is being fulfilled now: on is 0 or 1. `failure`: what hinders it; empty where nothing
   * does. Told when it changes; at first everything is off and nothing hinders. Being visible ends by itself in time. */
  qitai_status (*state)(void *ctx, uint32_t which, uint32_t on, qitai_str failure);
  /* A peer was found, or more or something else is known of one that was. Only while scanning is wished. */
  qitai_status (*found)(void *ctx, const qitai_peer *peer);
  /* It was found before and is not to be had any more. */
  qitai_status (*gone)(void *ctx, qitai_str address);
  /* Somebody dialled: a new link. Only while listening is wished. */
  qitai_status (*incoming)(void *ctx, const qitai_link *link);
  /* The other side took the call: the link that dial promised. */
  qitai_status (*opened)(void *ctx, const qitai_link *link);
  /* One message, 1…mtu bytes. */
  qitai_status (*received)(void *ctx, uint64_t link, const void *bytes, uint64_t size);
  /* Once after each QITAI_WOULD_BLOCK of send, as soon as there is room. */
  qitai_status (*writable)(void *ctx, uint64_t link);
  /* A link is no more; the last that is told of it, and told of each but those that end with the endpoint. All that the
   * far side sent before an orderly end was received before. `failure` empty: hang_up ended it. */
  qitai_status (*closed)(void *ctx, uint64_t link, qitai_str failure);
  /* A question for the player, at most 16 at one time; and that it has been answered, here or there, or is over. */
  qitai_status (*pairing)(void *ctx, const qitai_pairing *question);
  qitai_status (*pairing_over)(void *ctx, uint64_t question);
  /* There is such an adapter, or it has changed; and that one was pulled out. */
  qitai_status (*adapter)(void *ctx, const qitai_adapter *adapter);
  qitai_status (*adapter_gone)(void *ctx, qitai_str id);
} qitai_transport_events;

/* ---------------------------------------------------------------- functions */

typedef struct qitai_endpoint qitai_endpoint; /* the plugin's own */

/* What an endpoint begins with. */
typedef struct qitai_endpoint_start {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  /* Random, and the same at every start of the same installation for the same player: for transports whose machines have
   * no address of their own. Not secret. */
  uint8_t identity[16];
} qitai_endpoint_start;

/* One descriptor to be polled. Frozen. */
typedef struct qitai_descriptor {
  int32_t fd;
  uint32_t events; /* QITAI_POLL_…; errors and hang-ups count always */
} qitai_descriptor;
#define QITAI_POLL_IN 1u
#define QITAI_POLL_OUT 2u

typedef struct qitai_transport {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  const qitai_transport_info *info;
  /* A table of further functions by id and revision, or NULL. Optional. */
  const void *(*extension)(qitai_str id);

  /* Any number of endpoints may be open. Fails for want of memory or descriptors alone: what else hinders is told by
   * events.state. */
  qitai_status (*open)(const qitai_endpoint_start *start, qitai_endpoint **out);
  /* Ends all links and everything else at once; what the system has taken for sending is still delivered as far as it
   * does so by itself. NULL is allowed. */
  void (*close)(qitai_endpoint *endpoint);

  /* What to poll until the next call on this endpoint; manner of count, then fill. At most 128. */
  qitai_status (*descriptors)(const qitai_endpoint *endpoint, qitai_descriptor *out, uint32_t capacity, uint32_t *count);
  /* When pump is due at the latest even if no descriptor is ready: an instant, QITAI_AT_ONCE or QITAI_NEVER. */
  qitai_status (*next)(const qitai_endpoint *endpoint, int64_t *at);
  /* Does what is due at `now`, never waiting, and tells what happened. */
  qitai_status (*pump)(qitai_endpoint *endpoint, int64_t now, const qitai_transport_events *events);

  /* Be found by others, under this name, for so many seconds: 0 not at all, UINT32_MAX until it is changed. Peers that
   * have met this machine before may dial it without. The name, at most QITAI_TRANSPORT_NAME bytes, is also told to whom
   * this machine dials and who dials it. May be NULL without QITAI_TRANSPORT_SHOWS. */
  qitai_status (*visible)(qitai_endpoint *endpoint, qitai_str name, uint32_t seconds);
  /* Look for peers (on: 1) or not (0). Turned off, all that were found are forgotten without `gone`. May
   * be NULL without QITAI_TRANSPORT_FINDS. */
  qitai_status (*scan)(qitai_endpoint *endpoint, uint32_t on);
  /* Take calls or not. Links that are there stay. */
  qitai_status (*listen)(qitai_endpoint *endpoint, uint32_t on);

  /* Begins a link. How it goes is told by events.opened or closed of the id. No transport disturbs the player of a
   * machine that has not shown that it has the game: it is asked first, silently, or the link fails with "no-game".
   * The id is greater than all before. QITAI_REFUSED: this is no address of this transport. QITAI_WOULD_BLOCK: links_max links are there. */
  qitai_status (*dial)(qitai_endpoint *endpoint, qitai_str address, uint64_t *link);
  /* One message of 1…mtu bytes over an opened link: taken whole, or not at all. QITAI_WOULD_BLOCK: no room;
   * events.writable tells. QITAI_REFUSED: the link is at its end, events.closed is on its way. */
  qitai_status (*send)(qitai_endpoint *endpoint, uint64_t link, const void *bytes, uint64_t size);
  /* Ends a link of whatever state, a call that is still being dialled too. What send has taken is delivered before, for
   * at most QITAI_HANG_UP_SECONDS; with `at_once` 1 it is dropped. Nothing more is received; events.closed follows, with
   * "lost" where something could not be delivered. An id whose end is already under way is taken; QITAI_BAD_ARGUMENT: no such link. */
  qitai_status (*hang_up)(qitai_endpoint *endpoint, uint64_t link, uint32_t at_once);

  /* The player's answer to a question: 1 yes, 0 no. A question that is over is taken. Optional; required with
   * QITAI_TRANSPORT_PAIRS. */
  qitai_status (*answer)(qitai_endpoint *endpoint, uint64_t question, uint32_t yes);
  /* No longer know a peer: the next link to it pairs again. QITAI_REFUSED: not known. Optional. */
  qitai_status (*forget)(qitai_endpoint *endpoint, qitai_str address);
  /* Use this adapter, also if it is not there now; an empty id: the first that can be used. Optional; required with
   * QITAI_TRANSPORT_CHOOSES. */
  qitai_status (*choose_adapter)(qitai_endpoint *endpoint, qitai_str id);
  /* Switch an adapter on or off. QITAI_REFUSED: not there, or it has no QITAI_ADAPTER_POWER. Optional. */
  qitai_status (*power)(qitai_endpoint *endpoint, qitai_str id, uint32_t on);
} qitai_transport;
#define QITAI_HANG_UP_SECONDS 5

#ifdef __cplusplus
}
#endif
#endif
